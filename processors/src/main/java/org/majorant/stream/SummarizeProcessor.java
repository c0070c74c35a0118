package org.majorant.stream;

import java.time.Instant;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.log.InputRecord;
import org.majorant.schema.ModelSpec;

/**
 * Brings a partition's records to its worker. Kafka Streams may initialize this object again, after
 * a corrupted task: then another worker begins where the store says, and nothing is left of the one
 * before.
 */
final class SummarizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final ModelSpec spec;
  private final TopologySettings settings;
  private ProcessorContext<byte[], byte[]> context;
  private PartitionWorker worker;
  private Cancellable punctuator; // null before the first start

  SummarizeProcessor(final ModelSpec spec, final TopologySettings settings) {
    this.spec = spec;
    this.settings = settings;
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    cancel();
    worker = new PartitionWorker(spec, settings, context);
    punctuator =
        context.schedule(
            Instant.EPOCH,
            settings.shipInterval(),
            PunctuationType.WALL_CLOCK_TIME,
            now -> worker.tick());
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final long offset = context.recordMetadata().orElseThrow().offset();
    worker.deliver(
        new InputRecord(offset, record.timestamp(), record.key(), record.value(), record.headers()),
        record.headers());
  }

  @Override
  public void close() {
    cancel();
    if (worker != null) {
      worker.close();
    }
  }

  private void cancel() {
    if (punctuator != null) {
      punctuator.cancel();
    }
  }
}
