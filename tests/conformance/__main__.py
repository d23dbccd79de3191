"""Write the counts again."""

from tests.conformance import main

main()
