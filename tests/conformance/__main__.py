"""Write the counts anew."""

from tests.conformance import main

main()
