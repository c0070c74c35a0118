package org.majorant.stream;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Round;
import org.majorant.schema.Start;
import org.majorant.store.SnapshotRecord;

/**
 * What a majorizer has to write, in order, until the stream thread forwards it in one transaction.
 * Rounds are written with the bases and versions that they tell of, so that these can be rebuilt
 * from the summaries.
 */
final class Outbox {
  private static final AvroSerde<Round> ROUNDS = AvroSerde.of(Round.class);

  private Start start; // null once it is told
  private List<Message> messages = new ArrayList<>();

  /**
   * One record to forward.
   *
   * @param sink where to
   */
  record Message(Record<byte[], byte[]> record, String sink) {
    Message with(final Headers headers) {
      return new Message(record.withHeaders(headers), sink);
    }
  }

  /**
   * @param start of the majorizer, which its first round tells
   */
  Outbox(final Start start) {
    this.start = start;
  }

  /** Adds a snapshot. */
  void add(final Iterable<SnapshotRecord> snapshot, final long now, final String sink) {
    snapshot.forEach(
        part -> messages.add(new Message(new Record<>(part.key(), part.value(), now), sink)));
  }

  void add(final Round round) {
    round.setStart(start);
    start = null;
    final byte[] model = round.getModel().getBytes(StandardCharsets.UTF_8);
    messages.add(
        new Message(
            new Record<>(model, ROUNDS.encode(round), round.getTime()),
            LearnerTopology.ROUNDS_SINK));
  }

  /** Takes out all of it. */
  List<Message> take() {
    final List<Message> all = messages;
    messages = new ArrayList<>();
    return all;
  }
}
