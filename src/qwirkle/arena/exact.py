"""The exact interval of a share, by Clopper and Pearson: right near 0 and 1, too.

It is made for throws of a coin. The games of a pair depend on each other, so the pairs are taken
for as many throws as would give the same error, and for no fewer than there are pairs.
"""

from __future__ import annotations

import math

from qwirkle.analysis.intervals import Estimate, student_t

_NORMAL = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""
_TAIL = 0.025
_STEPS = 500
_HALVINGS = 60


def exact(share: float, error: float, pairs: int) -> Estimate:
    """A share with the standard error of its mean over pairs, and its 95 % interval.

    Where the error itself comes from few pairs, it counts for more, as in Student's t.

    >>> found = exact(1.0, 0.0, 20)
    >>> round(found.low, 2), found.high
    (0.83, 1.0)
    """
    throws = float(pairs)
    if error:
        throws = max(throws, share * (1 - share) / (error * error))
        throws *= (_NORMAL / student_t(pairs - 1)) ** 2
    won, lost = share * throws, (1 - share) * throws
    low = _quantile(_TAIL, won, lost + 1) if won else 0.0
    high = _quantile(1 - _TAIL, won + 1, lost) if lost else 1.0
    return Estimate(share, min(share, low), max(share, high))


def _quantile(chance: float, a: float, b: float) -> float:
    """Where the beta distribution reaches a chance, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(middle, a, b) < chance else (low, middle)
    return (low + high) / 2


def beta_below(x: float, a: float, b: float) -> float:
    """The chance that the beta distribution of ``a`` and ``b`` is below ``x``.

    >>> round(beta_below(0.25, 1, 1), 6), round(beta_below(0.5, 2, 3), 6)
    (0.25, 0.6875)
    """
    if not 0 < x < 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(scale + a * math.log(x) + b * math.log1p(-x)) / a * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz."""
    above, below = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    product = below
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            below = 1 / (1 + term * below)
            above = 1 + term / above
            product *= above * below
        if abs(above * below - 1) < 1e-14:
            break
    return product
