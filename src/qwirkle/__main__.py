"""``python -m qwirkle`` is the command ``qwirkle``."""

from qwirkle.cli import main

raise SystemExit(main())
