"""Limits of a table: no real game reaches them, and they bound what a table can cost.

Anything that one player can do alone ends before ``LONGEST_LOG``: at most ``CHANGES`` events of
chat, seats and offers, then a game without undo, whose trades O3 bounds, and the absences of a
seat.
"""

from __future__ import annotations

TRADES_IN_A_ROW = 12
"""Moves in a row without a play; after that, a player who can play must play (O3)."""
MOVES_WITHOUT_PLAY = 36
"""Moves in a row without a play after which the game is stopped (O3)."""
TALK = 2000
"""Events at a table after which its chat is closed."""
CHANGES = 3000
"""Events at a table after which nobody sits down, and nothing more is offered."""
ABSENCES = 1000
"""How often a player may be away in one game; the next time, the player has left (O1)."""
LONGEST_LOG = 15_000
"""Events at a table after which its game is stopped."""
TAKEOVER_AFTER = 60_000
"""Milliseconds of absence after which the others may let the computer sit in."""
HISTORY = 200
"""How many of the last moves a computer player is shown; a real game has fewer."""
