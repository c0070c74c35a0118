"""What is made of the features of an example after their transforms.

The names and the arithmetic are those of org.majorant.features.
"""

import math
from bisect import bisect_right
from itertools import combinations_with_replacement
from typing import NamedTuple

from .crosses import MOST, Crosses, edges, pairs

LARGEST = (2 - 2**-23) * 2.0**127
"""The largest standardized value, that of a 32-bit float."""

QUANTILES = 25
"""Quantiles of a number, at 0, 1/24, ..., 1."""

HATS = 7
"""What a number has of hats, at most."""

MOST_MULTIPLIED = 6
"""The largest standardized value in a product."""


class Standardization:
    """Each number in units of its standard deviation from its mean, z = (x - mean) / deviation.

    x is clipped to the number's bounds first. A number that an example does not have counts as
    zero, so that it has a value after this. One that never varied has the deviation 1.
    """

    def __init__(self, indices, moments):
        """
        indices: those of the numbers, ascending, as the moments are.
        moments: as a head has them. Older heads have no bounds.
        """
        count = moments["count"]
        self.indices = indices
        self._means = moments["means"]
        self._scales = [
            math.sqrt(count / squares) if squares > count * 2**-1022 else 1
            for squares in moments["squares"]
        ]
        self._bounds = list(zip(moments.get("lows", []), moments.get("highs", [])))

    def apply(self, features):
        """Feature index -> value, the absent numbers too: zero is not their mean."""
        z = {index: self.of(i, features.get(index, 0)) for i, index in enumerate(self.indices)}
        return {index: value for index, value in {**features, **z}.items() if value != 0}

    def quantiles(self, moments):
        """Those of each number, standardized; none where nothing needs them."""
        each = moments.get("quantiles", [])
        return [
            [self.of(at // QUANTILES, quantile) for quantile in each[at : at + QUANTILES]]
            for at in range(0, len(each), QUANTILES)
        ]

    def of(self, i, value):
        """One value of the i-th number, standardized."""
        if self._bounds:
            low, high = self._bounds[i]
            value = max(low, min(high, value))
        return clip((value - self._means[i]) * self._scales[i], LARGEST)


class Block(NamedTuple):
    """The features of a view in the model's index space; its intercept is the last of them."""

    number: int
    view: str
    offset: int
    size: int

    @property
    def end(self):
        return self.offset + self.size

    def shares_scale(self, feature):
        """Whether the prior of a feature of it has the scale that all but the intercept share."""
        return self.view == "COUNTS" and self.offset <= feature < self.end - 1


def blocks(views, inputs, numbers):
    """The blocks of a spec's views, one after the other.

    inputs: the size of the index space that features come in.
    numbers: how many of these are standardized.
    """
    made = {
        "LINEAR": 0,
        "HATS": HATS * numbers,
        "PRODUCTS": numbers * (numbers + 1) // 2,
        "CROSSES": min(MOST, pairs(inputs, numbers)),
        "COUNTS": 0,
    }
    all_blocks, offset = [], 0
    for number, view in enumerate(views):
        if view not in made:
            raise ValueError(f"the view {view.lower()} is left out here: predict over HTTP")
        all_blocks.append(Block(number, view, offset, inputs + made[view] + 1))
        offset = all_blocks[-1].end
    return all_blocks


class ViewMap:
    """Makes the features of all views from those of an example.

    Each view has an intercept, and the features as they are, but for counts. With the numbers z,
    standardized and clipped, and with counts x,

        HATS      of the knots q_0 < ... < q_m, m <= 6, the two around z:
                  (q_k+1 - z)/(q_k+1 - q_k), and the rest to 1
        PRODUCTS  z_i z_j for i < j, and z_i² - 1
        CROSSES   1 for each pair of values, see Crosses
        COUNTS    y/|y|, y = log(1 + x); of x < 0, which is no count, -log(1 - x)

    Beyond the outermost knots a hat stays as it is. An indicator is no number, it has neither.
    """

    def __init__(self, all_blocks, inputs, standardization, moments):
        """
        standardization, moments: None where no feature is standardized.
        """
        self._blocks = all_blocks
        self._inputs = inputs
        self._indices, self._is_number, quantiles = [], [], []
        if moments is not None:
            self._indices = standardization.indices
            self._is_number = [
                mean != 0 or squares != moments["count"]
                for mean, squares in zip(moments["means"], moments["squares"])
            ]
            quantiles = standardization.quantiles(moments)
        own = [z if is_number else [] for z, is_number in zip(quantiles, self._is_number)]
        self._knots = [knots(z) if z else [] for z in own]
        self._crosses = Crosses(inputs, self._indices, [edges(z) if z else [] for z in own])

    def apply(self, features):
        """Feature index -> value, by the indices of the model."""
        numbers = [features.get(index, 0) for index in self._indices]
        all_features = {}
        for block in self._blocks:
            own = counts(features) if block.view == "COUNTS" else dict(features)
            if block.view == "HATS":
                own.update(self._hats(numbers))
            elif block.view == "PRODUCTS":
                own.update(self._products(numbers))
            elif block.view == "CROSSES":
                crosses = self._crosses.apply(features, numbers)
                own.update((self._inputs + place, n) for place, n in crosses.items())
            own[block.size - 1] = 1.0
            all_features.update((block.offset + i, x) for i, x in own.items() if x != 0)
        return all_features

    def _hats(self, numbers):
        for i, (z, own) in enumerate(zip(numbers, self._knots)):
            if own:
                z = max(own[0], min(own[-1], z))
                k = min(bisect_right(own, z), len(own) - 1) - 1
                right = (z - own[k]) / (own[k + 1] - own[k])
                first = self._inputs + HATS * i + k
                yield first, 1 - right
                yield first + 1, right

    def _products(self, numbers):
        pairs = combinations_with_replacement(enumerate(zip(numbers, self._is_number)), 2)
        for feature, ((i, (y, is_number)), (j, (z, are_both))) in enumerate(pairs, self._inputs):
            if is_number and are_both:
                product = clip(y, MOST_MULTIPLIED) * clip(z, MOST_MULTIPLIED)
                yield feature, product - 1 if i == j else product


def counts(features):
    logs = {i: math.copysign(math.log1p(abs(x)), x) for i, x in features.items()}
    norm = math.sqrt(sum(y * y for y in logs.values()))
    return {i: y / norm for i, y in logs.items()}


def knots(quantiles):
    """The quantiles at 0, 1/6, ..., 1, or others where fewer than three of these differ, each once.

    Empty where the number has fewer than three.
    """
    sixths = distinct(quantiles[:: (QUANTILES - 1) // (HATS - 1)])
    if len(sixths) >= 3:
        return sixths
    each = distinct(quantiles)
    if len(each) < 3:
        return []
    steps = min(HATS, len(each)) - 1
    return [each[math.floor(k * (len(each) - 1) / steps + 0.5)] for k in range(steps + 1)]


def distinct(numbers):
    return list(dict.fromkeys(numbers))


def clip(value, limit):
    return max(-limit, min(limit, value))
