"""What a player could do, how good it is, how sure that is, and why: for both games.

``rank(view)`` sees a View, what one seat may know, and never a State. ``review(game)`` looks at a
game that was played, from the first move to the last.
"""

from __future__ import annotations

from qwirkle.analysis.advice import Advice, explain, rank
from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reasons import Reason
from qwirkle.analysis.reviewed import Luck, PlayerReview, Review, TurnReview
from qwirkle.analysis.reviewing import DEPTHS, Depth, review

__all__ = [
    "DEPTHS",
    "Advice",
    "Depth",
    "Estimate",
    "Luck",
    "PlayerReview",
    "Reason",
    "Review",
    "TurnReview",
    "explain",
    "rank",
    "review",
]
