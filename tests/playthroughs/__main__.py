"""Write all playthroughs again."""

from tests.playthroughs import main

main()
