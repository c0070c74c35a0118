"""Sends the rows of a CSV file on standard input to a topic, as examples.

The learner's spec says by its columns what the cells are, so that nothing has to be done here.
"""

import argparse
import csv
import json
import sys

from confluent_kafka import Producer

PATIENCE_SECONDS = 30


def example(row, label):
    """A row as a learner reads it; without a label it is unlabeled."""
    cells = {column: cell for column, cell in row.items() if column != label}
    return {"row": cells, "label": row[label]} if label and row[label] else {"row": cells}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bootstrap-server", default="localhost:9092")
    parser.add_argument("--topic", required=True)
    parser.add_argument("--label", help="the column of the label")
    options = parser.parse_args()
    sys.stdin.reconfigure(encoding="utf-8", newline="")
    rows = csv.DictReader(sys.stdin, strict=True)
    if options.label and options.label not in (rows.fieldnames or []):
        sys.exit(f"no column {options.label!r}: --label names one of {rows.fieldnames}")
    failed = []
    producer = Producer({"bootstrap.servers": options.bootstrap_server, "enable.idempotence": True})
    sent = 0
    for row in rows:
        if None in row or None in row.values():
            sys.exit(f"line {rows.line_num}: it has not the header's {len(rows.fieldnames)} cells")
        value = json.dumps(example(row, options.label), ensure_ascii=False).encode()
        while True:
            try:
                producer.produce(
                    options.topic, value, on_delivery=lambda error, _: error and failed.append(error)
                )
                break
            except BufferError:  # its queue is full
                producer.poll(1)
        producer.poll(0)
        sent += 1
    if producer.flush(PATIENCE_SECONDS) or failed:
        sys.exit(f"not all rows were sent: {failed[0] if failed else 'no broker answers'}")
    print(f"Sent {sent} rows to {options.topic}")


if __name__ == "__main__":
    main()
