"""Follows a model on Majorant's model topic and predicts the examples on standard input."""

import argparse
import io
import json
import re
import struct
import sys
import time
from pathlib import Path
from typing import NamedTuple, Tuple

import avro.io
import avro.schema
from avro.errors import AvroException
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, TopicPartition
from crc32c import crc32c

from .example import Rejected, read
from .model import Model

TOPIC = "majorant-models"
PATIENCE_SECONDS = 30
KEY = re.compile(rb"(.*)/(\d+)(?:/\+\d+)?/(\d+|head)", re.DOTALL)
"""Of a snapshot model/slot/block, of the n-th delta after it model/slot/+n/block."""


class Schemas:
    """The writers' schemas by fingerprint, from files <Record>-<fingerprint>.avsc."""

    def __init__(self, folder):
        self._readers = {
            file.stem[-16:]: avro.io.DatumReader(avro.schema.parse(file.read_text()))
            for file in Path(folder).glob("*.avsc")
        }

    def decode(self, value):
        """A record in single-object encoding: C3 01, the schema's fingerprint, the record."""
        if value[:2] != b"\xc3\x01":
            raise ValueError("a record is not in single-object encoding: is there a registry?")
        fingerprint = "%016x" % struct.unpack_from("<Q", value, 2)
        if fingerprint not in self._readers:
            raise ValueError(f"no schema {fingerprint}: export the schemas again")
        return self._readers[fingerprint].read(avro.io.BinaryDecoder(io.BytesIO(value[10:])))


class Version(NamedTuple):
    """A version as it came: Model takes it apart once somebody wants to predict with it."""

    head: dict
    parts: Tuple[bytes, ...]  # the snapshot's data, and each delta's up to this version


class Versions:
    """The newest complete version of a model, from the records of the topic in their order."""

    def __init__(self, model, schemas):
        self.newest = None
        self._model = model.encode()
        self._schemas = schemas
        self._last = None  # the version read last, which a delta may follow
        self._slots = {}  # of each slot so far: version, blocks

    def accept(self, key, value):
        match = KEY.fullmatch(key)
        if not match or match[1] != self._model:
            return
        slot, block = match[2], match[3]
        if value is None:
            self._slots.pop(slot, None)  # deleted
        elif block == b"head":
            self._complete(self._schemas.decode(value), *self._slots.pop(slot, (None, [])))
        else:
            record = self._schemas.decode(value)
            if block == b"0":
                self._slots[slot] = (record["version"], [])
            version, blocks = self._slots.get(slot, (None, []))
            if version == record["version"] and len(blocks) == int(block):
                blocks.append(record["data"])
            else:
                self._slots.pop(slot, None)  # begins in the middle: overwritten since

    def _complete(self, head, version, blocks):
        number = head["version"]
        if version != number or len(blocks) != head["blocks"]:
            return  # torn apart
        data = b"".join(blocks)
        if crc32c(data) != head["checksum"]:
            print(f"version {number} does not match its checksum", file=sys.stderr)
            return
        last, snapshot = self._last, head.get("snapshot", 0)
        if not snapshot:
            self._last = Version(head, (data,))
        elif last and last.head["version"] == number - 1 and base(last.head) == snapshot:
            self._last = Version(head, last.parts + (data,))
        else:
            return  # what it changes has not come
        self.newest = self._last  # the last on the log is the newest


def base(head):
    """The number of the snapshot that a version goes back to."""
    return head.get("snapshot", 0) or head["version"]


class Follower:
    """Reads committed records only, without a consumer group, from the beginning of the topic."""

    def __init__(self, servers, versions):
        self._versions = versions
        self._consumer = Consumer(
            {
                "bootstrap.servers": servers,
                "group.id": "none",  # the client wants a name; nothing is committed under it
                "enable.auto.commit": False,
                "isolation.level": "read_committed",
                "enable.partition.eof": True,
                "log_level": 2,
            }
        )
        partitions = self._consumer.list_topics(TOPIC, timeout=10).topics[TOPIC].partitions
        if not partitions:
            raise ValueError(f"there is no topic {TOPIC}: create it with `majorant topics create`")
        self._left = set(partitions)  # not read to their end yet: newer versions are still to come
        self._consumer.assign([TopicPartition(TOPIC, p, OFFSET_BEGINNING) for p in partitions])

    def await_version(self, least):
        """Reads the topic as it is to its end, then waits for a version, or any later one."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._left or self._number() < least:
            if self.read(1) and self._left:
                deadline = time.monotonic() + PATIENCE_SECONDS  # a long topic takes its time
            if time.monotonic() > deadline:
                missing = f"no more of {TOPIC}" if self._left else f"no version {least} or later"
                raise ValueError(
                    f"{missing} within {PATIENCE_SECONDS} s: `ops/majorant doctor` says why"
                )

    def read(self, seconds):
        """Takes the next record, for which it waits so long. Returns whether one has come."""
        message = self._consumer.poll(seconds)
        if message is None:
            return False
        error = message.error()
        if error is None:
            self._versions.accept(message.key(), message.value())
        elif error.code() == KafkaError._PARTITION_EOF:
            self._left.discard(message.partition())
        elif error.fatal():
            raise KafkaException(error)
        return True

    def _number(self):
        newest = self._versions.newest
        return newest.head["version"] if newest else 0

    def close(self):
        self._consumer.close()


class Newest:
    """The model of the newest version, made when it is wanted."""

    def __init__(self, versions):
        self._versions = versions
        self._tried = None
        self._model = None

    def model(self):
        newest = self._versions.newest
        if newest is not self._tried:
            self._tried = newest
            model = Model(*newest)
            if newest.head.get("state") in (None, model.state):
                self._model = model
            else:
                print(
                    f"version {model.version} does not have the parameters it was published with",
                    file=sys.stderr,
                )
        if self._model is None:
            raise SystemExit(1)  # it was said why
        return self._model


def options():
    parser = argparse.ArgumentParser(prog="python3 -m majorant.topic", description=__doc__)
    parser.add_argument("--bootstrap-server", default="localhost:9092")
    parser.add_argument("--model", required=True)
    parser.add_argument("--version", type=int, default=1, help="wait for it, or any later one")
    parser.add_argument("--schemas", default="schemas", help="as `majorant topics schemas` wrote")
    return parser.parse_args()


def main():
    given = options()
    # Whatever the locale, JSON is UTF-8. What is not becomes U+FFFD, and ends nothing.
    sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    versions = Versions(given.model, Schemas(given.schemas))
    newest = Newest(versions)
    follower = Follower(given.bootstrap_server, versions)
    follower.await_version(given.version)
    status = 0
    for number, line in enumerate(sys.stdin, 1):
        while follower.read(0):
            pass  # versions that came meanwhile
        if line.strip():
            model = newest.model()
            try:
                print(json.dumps(model.predict(read(line)), ensure_ascii=False))
            except Rejected as e:
                print(f"line {number}, {e.reason}: {e}", file=sys.stderr)
                status = 1
    follower.close()
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KafkaException as e:
        sys.exit(f"majorant.topic: {e.args[0].str()}: start the broker or correct --bootstrap-server")
    except (ValueError, AvroException) as e:
        sys.exit(f"majorant.topic: {e}")
