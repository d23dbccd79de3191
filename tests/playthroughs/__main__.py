"""Write all playthroughs anew."""

from tests.playthroughs import main

main()
