package org.majorant.stream;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Round;
import org.majorant.schema.Start;

/**
 * Records how bases and versions came about, in the transaction of what it tells of, so that they
 * can be rebuilt from the summaries.
 */
final class RoundSink {
  private static final AvroSerde<Round> ROUNDS = AvroSerde.of(Round.class);

  private final ProcessorContext<byte[], byte[]> context;
  private Start start; // null once it is told

  /**
   * @param start of the majorizer, which its first round tells
   */
  RoundSink(final ProcessorContext<byte[], byte[]> context, final Start start) {
    this.context = context;
    this.start = start;
  }

  void forward(final Round round) {
    round.setStart(start);
    start = null;
    final byte[] model = round.getModel().getBytes(StandardCharsets.UTF_8);
    context.forward(
        new Record<>(model, ROUNDS.encode(round), round.getTime()), LearnerTopology.ROUNDS_SINK);
  }
}
