"""The program with one more game, as somebody would start it who has written one."""

from qwirkle.editions import register
from tests.toy import TOY

register(TOY)

if __name__ == "__main__":
    from qwirkle.cli import main

    raise SystemExit(main())
