"""One version of a multiclass model: its parameters as published, and predictions with them.

The layout is that of model.avdl, the arithmetic that of org.majorant.model.PointPredictor.
"""

import math
import struct
from itertools import product

from murmurhash.mrmr import hash_bytes

from .example import Rejected, as_float, check, quote
from .features import Standardization, ViewMap, blocks, clip
from .stack import STACKED, Stack

CLIP = 4
"""Features are clipped to so many times their root mean square."""

MOST_CROSSES = 100_000
MOST_CROSSED_BYTES = 100 * MOST_CROSSES
LARGEST_IN_BUCKET = 1e11

ALONE = [{"prior": 1.0, "temperature": 1.0, "weight": 1.0, "weights": None}]


class Model:
    """Immutable."""

    def __init__(self, head, parts):
        """
        head: a decoded ModelHead.
        parts: the data of the snapshot and of each delta up to this version, blocks joined.
        """
        spec, name = head["spec"], head["model"]
        features = spec["features"]
        if spec["task"] != "MULTICLASS":
            raise ValueError(f"{name} is a model of task {spec['task']}, only points are predicted")
        if spec.get("latent", 1) > 1:
            raise ValueError(f"{name} has hidden states, which are left out here")
        if features.get("expansion") is not None:
            raise ValueError(f"{name} expands features, which is left out here")
        self.version = head["version"]
        self.labels = spec["labels"]
        self._l2 = spec["l2"]
        self._most_weight = spec.get("maxWeight", 1e9)
        self._common_square = head.get("commonSquare", 0)  # 0: each feature by its own
        self._members = head.get("members") or ALONE
        self._transforms = features["transforms"]
        self._buckets = {b["name"]: b["width"] for b in features.get("buckets", [])}
        self._crosses = features.get("crosses", [])
        self._space(features)
        self._maps, self._blocks = [], []  # what is made of features after their transforms
        self._make(spec, head.get("moments"))
        self._vectors = 1 if len(self.labels) == 2 else len(self.labels)  # two: the second one's
        self._row = struct.Struct(f"<i{self._vectors}d{self._vectors}ff")
        self._rows = {}  # feature index -> index, weights, precisions, root mean square, packed
        for part in parts:
            self._put(part)
        self._readers = {}  # of each reading the first member, which has its weights
        for member in self._members:
            self._readers.setdefault(reading(member), member)
        if self._blocks:
            self._stack = self._stacked(name)

    def _stacked(self, name):
        if {view for view, _, _ in self._readers} != set(range(len(self._blocks) + 1)):
            raise ValueError(f"{name} has members that are not those of its views")
        first = self._blocks[-1].end
        places = range(first, first + STACKED * len(self._blocks))
        return Stack(len(self._blocks), [self._theta(place)[0] for place in places])

    def _space(self, features):
        """A union of records is decoded to the fields of one: they say which it is."""
        space = features["space"]
        self._hashed = "bits" in space
        self._names = None
        if self._hashed:
            self._size = 1 << space["bits"]
        elif "names" in space:
            self._names = {name: index for index, name in enumerate(space["names"])}
            self._size = len(self._names)
        else:
            self._size = space["dimension"]
        self._intercept = self._size if features["intercept"] else -1

    def _make(self, spec, moments):
        """Has the features standardized, and seen by views, if the spec says so."""
        features, views = spec["features"], spec.get("views", [])
        indices = sorted({self._of_name(name) for name in features.get("numbers", [])})
        if not indices and not self._hashed:  # all are, where the spec names none
            indices = range(self._size)
        standardization = None
        if moments is not None:
            standardization = Standardization(indices, moments)
            self._maps.append(standardization)
        elif features.get("standardize", 0):
            raise ValueError("no means and variances standardize the numbers: wait for a version")
        if views:
            numbers = 0 if moments is None else len(indices)
            self._blocks = blocks(views, self._size, numbers)
            self._maps.append(ViewMap(self._blocks, self._size, standardization, moments))
            self._intercept = -1  # each view has one

    def _put(self, data):
        """Puts features in place of those that are there; one of only zeros is taken away."""
        (m,) = struct.unpack_from("<i", data)
        widths = (4, 8 * self._vectors, 4 * self._vectors, 4)
        if len(data) != 4 + m * sum(widths):
            raise ValueError(f"{len(data)} bytes for {m} features")
        starts = [4]
        for width in widths:
            starts.append(starts[-1] + m * width)
        columns = [
            [data[at : at + width] for at in range(start, start + m * width, width)]
            for start, width in zip(starts, widths)
        ]
        for pieces in zip(*columns):
            row = b"".join(pieces)
            index, *weights, rms = self._row.unpack(row)
            if rms > 0 or any(weights[: self._vectors]):
                self._rows[index] = row
            else:
                self._rows.pop(index, None)

    @property
    def state(self):
        """The hash of all parameters, as a head has it."""
        low, high = (
            sum(hash_bytes(row, seed) for row in self._rows.values()) & 0xFFFFFFFF
            for seed in (0, 1)
        )
        state = high << 32 | low
        return state - (1 << 64) if state >> 63 else state

    def predict(self, example):
        """Predicts one example, as --format jsonl has it on a line.

        Rejected says why an example does not fit the model.
        """
        check(example, len(self.labels), self._most_weight)
        log_prior = example.get("logPrior") or [0.0] * len(self.labels)  # log h of each label
        features = self._mapped(example)
        scores = self._scores(features)
        p = [0.0] * len(self.labels)
        for member in self._members:
            own = scores[reading(member)]
            if len(self.labels) == 2:
                own = [0.0, *own]
            own = softmax(member["temperature"] * s + h for s, h in zip(own, log_prior))
            p = [so_far + member["weight"] * each for so_far, each in zip(p, own)]
        return {
            "version": self.version,
            "label": self.labels[p.index(max(p))],
            "probabilities": dict(zip(self.labels, p)),
        }

    def _mapped(self, example):
        """Feature index -> value, by the indices of the model, clipped."""
        features = self._transformed(self._indexed(example))
        for feature_map in self._maps:
            features = feature_map.apply(features)
        if self._intercept >= 0:
            features[self._intercept] = 1.0
        return {index: self._clipped(index, value) for index, value in features.items()}

    def _clipped(self, index, value):
        _, _, rms = self._parameters(index)
        return value if rms == 0 or index == self._intercept else clip(value, CLIP * rms)

    def _scores(self, features):
        """Of each reading, a score a vector."""
        if not self._blocks:
            return {key: self._score(features, key) for key in self._readers}
        by_reading, by_view, variances = {}, [], []
        for block in self._blocks:
            own = {i: x for i, x in features.items() if block.offset <= i < block.end}
            keys = [key for key in self._readers if key[0] == block.number]
            by_reading.update((key, self._score(own, key, block.offset)) for key in keys)
            by_view.append([by_reading[key] for key in keys])
            variances.append(self._variances(own))
        (stack,) = (key for key in self._readers if key[0] == len(self._blocks))
        by_reading[stack] = self._stack.score(by_view, variances)
        return by_reading

    def _score(self, features, key, offset=0):
        """By the weights of a reading, which may have them itself, from the offset on."""
        scores = [0.0] * self._vectors
        _, prior, _ = key
        own = self._readers[key]["weights"]
        for index, value in features.items():
            if own is None:
                weights = self._theta(index, prior)
            else:
                at = 8 * self._vectors * (index - offset)
                weights = struct.unpack_from(f"<{self._vectors}d", own, at)
            for c, weight in enumerate(weights):
                scores[c] += value * weight
        return scores

    def _theta(self, index, prior=1):
        """The weights of a feature that a prior so many times as strong would have given.

            θ_l = θ π / (π + (l - 1) P),    π = A + P the precision
        """
        weights, precisions, rms = self._parameters(index)
        if prior == 1:
            return weights
        square = self._common_square if self._shares_scale(index) else rms * rms
        more = (prior - 1) * self._l2 * square
        return [w and w * a / (a + more) for w, a in zip(weights, precisions)]

    def _shares_scale(self, index):
        """Whether the prior of a feature is scaled by the common square, not by its own."""
        if self._blocks:
            return any(block.shares_scale(index) for block in self._blocks)
        return self._common_square > 0 and index != self._intercept

    def _variances(self, features):
        """Of the scores; a feature that was never seen has the prior of its value."""
        variances = [0.0] * self._vectors
        for index, value in features.items():
            _, precisions, rms = self._parameters(index)
            squares = value * value / self._common_square if self._shares_scale(index) else 1
            for c, precision in enumerate(precisions):
                variances[c] += value * value / precision if rms else squares / self._l2
        return variances

    def _parameters(self, index):
        """Weights and precisions, one a vector, and the root mean square of a feature."""
        row = self._rows.get(index)
        if row is None:  # never seen
            return [0.0] * self._vectors, [0.0] * self._vectors, 0.0
        _, *both, rms = self._row.unpack(row)
        return both[: self._vectors], both[self._vectors :], rms

    def _indexed(self, example):
        """Feature index -> value; repeated features add up. Values are floats, as on the topic."""
        sums = {}
        if "vector" in example:
            indices = example["vector"].get("indices", [])
            values = example["vector"].get("values", [1] * len(indices))
            if indices and (self._buckets or self._crosses):
                raise Rejected(
                    "STRUCTURE", "features by index have no names, as buckets and crosses need"
                )
            pairs = [(self._of_index(i), as_float(i, x)) for i, x in zip(indices, values)]
        else:
            made = self._made(example["features"])
            pairs = [(self._of_name(name), value) for name, value in made]
        for index, value in pairs:
            if index is not None and value != 0:
                sums[index] = sums.get(index, 0.0) + value
        return sums

    def _made(self, features):
        """Names and values, with buckets in place of numbers, and then the crosses."""
        given = []
        for name, value in features.items():
            if isinstance(value, str):
                given.append((f"{name}={value}", 1.0))
            elif value is not None and (number := as_float(name, value)) != 0:
                bucketed = name in self._buckets
                given.append((self._bucket(name, number), 1.0) if bucketed else (name, number))
        crosses, size = [], 0
        for prefixes in self._crosses:
            members = [
                [f for f in given if f[0] == prefix or f[0].startswith(prefix + "=")]
                for prefix in prefixes
            ]
            few = len(crosses) + math.prod(map(len, members)) <= MOST_CROSSES
            for chosen in product(*members) if few else ():
                cross, value = "^".join(name for name, _ in chosen), 1.0
                for _, factor in chosen:
                    value = as_float(cross, value * factor)
                crosses.append((cross, value))
                size += len(utf8(cross))
                if size > MOST_CROSSED_BYTES:
                    break
            if not few or size > MOST_CROSSED_BYTES:
                raise Rejected(
                    "LENGTH",
                    f"the crosses are more than {MOST_CROSSES:,},"
                    f" or their names more than {MOST_CROSSED_BYTES:,} bytes",
                )
        return given + crosses

    def _bucket(self, name, value):
        """The category of a number: the largest edge that, as a float, is not above it."""
        width = self._buckets[name]
        if abs(value) > LARGEST_IN_BUCKET:
            raise Rejected("VALUE", f"value {value} of {quote(name)} is too large for a bucket")

        def edge(k):
            return k * round(width * 1e4) / 1e4  # widths have four decimals

        nearest = edge(math.floor(value / width + 0.5))
        below = nearest if as_float(name, nearest) == value else edge(math.floor(value / width))
        return f"{name}={int(below) if below.is_integer() else below}"

    def _of_index(self, index):
        if self._hashed:
            return self._place(struct.pack("<i", index))
        if not 0 <= index < self._size:
            raise Rejected("INDEX", f"feature index {index} is not in 0..{self._size - 1}")
        return index

    def _of_name(self, name):
        if self._hashed:
            return self._place(utf8(name))
        if self._names is None:
            raise Rejected("STRUCTURE", "features by name need a model with names")
        return self._names.get(name)  # other names are ignored

    def _place(self, key):
        return hash_bytes(key, 0) & (self._size - 1)

    def _transformed(self, features):
        for transform in self._transforms:
            if transform == "LOG1P":
                if any(x <= -1 for x in features.values()):
                    raise Rejected("VALUE", "a value is not above -1, as log1p needs")
                features = {index: math.log1p(x) for index, x in features.items()}
            else:  # UNIT
                norm = math.sqrt(sum(x * x for x in features.values()))
                if norm > 0:
                    features = {index: x / norm for index, x in features.items()}
        return features


def reading(member):
    """What members with the same weights have in common; older heads have the prior alone."""
    return member.get("view", 0), member["prior"], member.get("halfLife", 0)


def softmax(scores):
    scores = list(scores)
    most = max(scores)
    odds = [math.exp(score - most) for score in scores]
    total = sum(odds)
    return [each / total for each in odds]


def utf8(name):
    """Half a surrogate pair in a category, which UTF-8 does not have, becomes ?, as in Java."""
    return name.encode("utf-8", "replace")
