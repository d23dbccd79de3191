"""Less to type: notation as people write it in a hurry, made into the real one.

Nothing is judged here. Letters get their right case; each game has its own short forms in its
presentation.
"""

from __future__ import annotations

import re

_CODE = re.compile(r"(?<!\w)([roygbp])([oxdstc])(?!\w)", re.IGNORECASE)


def tidied(text: str) -> str:
    """The same text with every tile's letters in their right case.

    >>> tidied("RO@0,0 rx@1,0")
    'Ro@0,0 Rx@1,0'
    """
    return _CODE.sub(lambda code: code[1].upper() + code[2].lower(), text)
