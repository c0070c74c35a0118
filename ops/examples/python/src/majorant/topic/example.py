"""An example as JSON, held to the rules of org.majorant.json.ExampleJson and of the model."""

import json
import math
import struct

POINT = {"features", "vector", "label", "logPrior", "served", "weight", "id", "model"}
OTHERS = {"tokens", "alternatives", "cardinalities", "factors", "edges", "pairs"}
LARGEST_INDEX = 2**31 - 2
MOST_DIGITS = 1000
MOST_CHARACTERS = 65536
LONGEST_QUOTE = 40


class Rejected(ValueError):
    """Says in one line why an example cannot be predicted.

    Its reason is a symbol of the enum Rejection in dead-letter.avdl.
    """

    def __init__(self, reason, message):
        super().__init__(message)
        self.reason = reason


def undecodable(message):
    return Rejected("UNDECODABLE", message)


def quote(text):
    """A piece of an example, made safe for a message: short, and in one line."""
    text = str(text)
    shown = text[:LONGEST_QUOTE] + ("…" if len(text) > LONGEST_QUOTE else "")
    return "'" + "".join(c if c.isprintable() else " " for c in shown) + "'"


def read(line):
    """The example on a line of --format jsonl."""
    try:
        return json.loads(
            line,
            parse_int=_number(int),
            parse_float=_number(float),
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as e:
        raise undecodable(f"not JSON near column {e.colno}; expected one JSON object a line")
    except RecursionError:
        raise undecodable("not an example: brackets in brackets, too many of them")


def _number(read_digits):
    def read_number(text):
        if len(text) > MOST_DIGITS:
            raise undecodable(f"a number of {len(text)} digits is longer than {MOST_DIGITS}")
        return read_digits(text)

    return read_number


def _no_number(text):
    raise undecodable(f"{text} is not JSON; expected a number")


def _object(pairs):
    made = dict(pairs)
    if len(made) < len(pairs):
        raise undecodable("a name stands twice in one object; expected each name once")
    return made


def check(example, labels, most_weight):
    """Refuses an object that is no point, and what does not fit a model of so many labels."""
    if not isinstance(example, dict):
        raise undecodable("not an object; expected one JSON object a line")
    _check_keys(example)
    if "vector" in example:
        _check_vector(example["vector"])
    else:
        _check_features(example["features"])
    _check_label(example.get("label"))
    for key in ("id", "model"):
        if isinstance(example.get(key), (dict, list)):
            raise undecodable(f"{key}: not a single value; expected a string, a number or null")
    _check_weight(example.get("weight", 1), most_weight)
    _check_log_prior(example.get("logPrior"), labels)


def _check_keys(example):
    given = [key for key in ("features", "vector") if key in example]
    if not given and OTHERS & example.keys():
        raise Rejected("STRUCTURE", "expected a point, found another structure")
    for key in example.keys() - POINT:
        raise undecodable(f"unknown key {quote(key)}; expected {', '.join(sorted(POINT))}")
    if len(given) != 1:
        found = "features twice" if given else "no features"
        raise undecodable(f"{found}; expected either features or vector")


def _check_vector(vector):
    if not isinstance(vector, dict):
        raise undecodable("vector: not an object; expected indices, and values if wanted")
    for key in vector.keys() - {"indices", "values"}:
        raise undecodable(f"unknown key {quote(key)}; expected indices, and values if wanted")
    for key, numbers in vector.items():
        if not isinstance(numbers, list):
            raise undecodable(f"{key}: not an array; expected an array of numbers")
        for number in numbers:
            if not is_number(number):
                raise undecodable(f"{key}: {quote(number)}; expected a number")
    indices = vector.get("indices", [])
    for index in indices:
        if not isinstance(index, int) or not 0 <= index <= LARGEST_INDEX:
            raise undecodable(
                f"feature index {quote(index)}; expected a whole number from 0 to {LARGEST_INDEX}"
            )
    if "values" in vector and len(vector["values"]) != len(indices):
        raise undecodable(
            f"{len(indices)} indices and {len(vector['values'])} values;"
            " expected as many values as indices, or none: all ones"
        )


def _check_features(features):
    if not isinstance(features, dict):
        raise undecodable('features: not an object; expected {"name": value, ...}')
    for name, value in features.items():
        if isinstance(value, (dict, list)):
            raise undecodable(
                f"feature {quote(name)}: not a single value;"
                " expected a number, a string, true, false or null"
            )
        if any("\ud800" <= c <= "\udfff" for c in name):
            raise undecodable(
                f"feature {quote(name)}: half a surrogate pair in its name; expected whole ones"
            )
        for text in (name, value):
            if isinstance(text, str) and len(text) > MOST_CHARACTERS:
                raise undecodable(
                    f"a text of {len(text)} characters is longer than {MOST_CHARACTERS}"
                )


def _check_label(label):
    """It is not used here, but a line with a label that is none is no example."""
    if isinstance(label, dict):
        raise undecodable("label: not a single value; expected a string, a number or null")
    for each in label if isinstance(label, list) else []:
        if isinstance(each, (dict, list)) or each is None or str(each).strip() in ("", "?"):
            raise undecodable('label: one of several is missing; expected ["a", "b"], or null')


def _check_weight(weight, most):
    if not is_number(weight):
        raise undecodable(f"weight: {quote(weight)}; expected a number")
    if not 0 <= weight <= most:
        raise Rejected(
            "WEIGHT", f"weight {quote(weight)} is not a number from 0 to max-weight, {most}"
        )


def _check_log_prior(log_prior, labels):
    """JSON has no -∞, so that null is one: of points it is refused as any infinite number is."""
    if log_prior is None:
        return
    if not isinstance(log_prior, list):
        raise undecodable("logPrior: not an array; expected numbers")
    for number in log_prior:
        if number is not None and not is_number(number):
            raise undecodable(f"logPrior: {quote(number)}; expected a number")
    if len(log_prior) != labels or not all(map(is_finite, log_prior)):
        raise Rejected(
            "LOG_PRIOR",
            f"logPrior must be {labels} finite numbers, one a label in the spec's order",
        )


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_finite(number):
    """Whether it is finite as a 64-bit float, which a longer integer need not be."""
    try:
        return number is not None and math.isfinite(float(number))
    except OverflowError:
        return False


def as_float(name, value):
    """The nearest 32-bit float."""
    try:
        (nearest,) = struct.unpack("<f", struct.pack("<f", value))
    except OverflowError:
        nearest = math.inf
    if not math.isfinite(nearest):
        raise Rejected("VALUE", f"the value of feature {quote(name)} is not a finite 32-bit float")
    return nearest
