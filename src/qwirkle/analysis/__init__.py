"""What a player could do, how good it is, how sure that is, and why: for both games.

``rank(view)`` sees a View, what one seat may know, and never a State.
"""

from __future__ import annotations

from qwirkle.analysis.advice import Advice, explain, rank
from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reasons import Reason

__all__ = ["Advice", "Estimate", "Reason", "explain", "rank"]
