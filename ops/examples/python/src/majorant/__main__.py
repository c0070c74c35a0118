"""Predicts the examples on standard input, one on each line."""

import argparse
import json
import os
import sys

from . import Majorant, Refused

ABOUT_THE_EXAMPLE = (400, 413)


def options():
    parser = argparse.ArgumentParser(prog="majorant-predict", description=__doc__)
    parser.add_argument("--url", default="http://localhost:8080")
    parser.add_argument("--model", required=True)
    parser.add_argument("--version", type=int, help="the newest without it")
    parser.add_argument("--explain", type=int, help="of points: how many features explain a score")
    return parser.parse_args()


def predict(majorant, given):
    """Returns whether no line was refused."""
    sound = True
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            said = majorant.predict(
                given.model, line, version=given.version, explain=given.explain
            )
            print(json.dumps(said, ensure_ascii=False))
        except Refused as e:
            if e.status not in ABOUT_THE_EXAMPLE:
                raise
            print(f"line {number}: {e}", file=sys.stderr)
            sound = False
    return sound


def main():
    given = options()
    # Whatever the locale, JSON is UTF-8. What is not becomes U+FFFD, and ends nothing.
    sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        return 0 if predict(Majorant(given.url, os.environ.get("MAJORANT_TOKEN")), given) else 1
    except (Refused, OSError) as e:
        return f"{given.url}: {getattr(e, 'reason', e)}"


if __name__ == "__main__":
    sys.exit(main())
