"""The pairs of values that an example has together, as org.majorant.features.Crosses makes them."""

from bisect import bisect_right
from collections import Counter
from itertools import combinations

QUARTERS = 4
"""Values of a number."""

MOST = 1 << 18
"""Places of pairs."""

MOST_CROSSED = 64
"""Values of an example of which pairs are made; more of them make none."""

GOLDEN = 0x9E3779B97F4A7C15
SHIFT = 46  # leaves 18 of 64 bits


class Crosses:
    """A value is a feature that is no number, or the quarter that a number is in.

    Values are numbered, those of features by their index, and behind them four for each number.
    The pair of i < j has the place

        t = j (j - 1)/2 + i             where all pairs have at most MOST places, else
        floor(2^18 frac(t (√5 - 1)/2))  in 64-bit integers (Fibonacci hashing, Knuth, TAOCP 3, 6.4)
    """

    def __init__(self, inputs, indices, all_edges):
        """
        inputs: size of the index space before.
        indices: those of the numbers.
        all_edges: of each what is between its quarters; empty where it is no number.
        """
        self._inputs = inputs
        self._edges = dict(zip(indices, all_edges))
        self._hashed = pairs(inputs, len(indices)) > MOST

    def apply(self, features, numbers):
        """Place -> how many pairs of the example have it.

        features: standardized, those that are not zero.
        numbers: all, standardized.
        """
        values = [index for index in sorted(features) if not self._edges.get(index)]
        for i, (z, edges) in enumerate(zip(numbers, self._edges.values())):
            if edges:
                values.append(self._inputs + QUARTERS * i + bisect_right(edges, z))
        return Counter(self._place(i, j) for i, j in combinations(values[:MOST_CROSSED], 2))

    def _place(self, i, j):
        t = j * (j - 1) // 2 + i
        return (t * GOLDEN & 0xFFFFFFFFFFFFFFFF) >> SHIFT if self._hashed else t


def pairs(inputs, numbers):
    values = inputs + QUARTERS * numbers
    return values * (values - 1) // 2


def edges(quantiles):
    """What is between a number's quarters, each less than or equal to the values above.

    All values but the least where there are at most four; else the quartiles that are more than
    the least value, or where none is, three other values; each once. Empty where it has one value.
    """
    least = quantiles[0]
    above = [edge for edge in dict.fromkeys(quantiles) if edge > least]
    most = QUARTERS - 1
    if len(above) <= most:
        return above
    step = (len(quantiles) - 1) // QUARTERS
    quartiles = dict.fromkeys(quantiles[k * step] for k in range(1, QUARTERS))
    inner = [edge for edge in quartiles if edge > least]
    return inner or [above[k * len(above) // most] for k in range(most)]
