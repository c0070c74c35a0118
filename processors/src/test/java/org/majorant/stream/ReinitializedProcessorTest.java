package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.bytes;
import static org.majorant.stream.Given.example;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;
import static org.majorant.stream.TopologyFixture.SPEC;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedForward;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.majorant.growth.SpecHistory;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.NameList;
import org.majorant.schema.SummarizeProgress;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotAssembler;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;

/** Kafka Streams initializes the same processor object again after a corrupted task. */
class ReinitializedProcessorTest {
  private final TopologyFixture learner = new TopologyFixture();
  private final MockProcessorContext<byte[], byte[]> context =
      new MockProcessorContext<>(new Properties(), new TaskId(0, 0), new File("target"));

  @BeforeEach
  void setClock() {
    context.setCurrentSystemTimeMs(0);
  }

  @AfterEach
  void close() {
    learner.close();
  }

  private Fleet fleet() {
    return Fleet.of(new ModelRun(SpecHistory.of(SPEC), 0, learner.settings()));
  }

  @Test
  void worker_initializedAgain_forgetsWhatItHadNotShipped() {
    addStore(LearnerTopology.SUMMARIZE_PROGRESS, AvroSerde.of(SummarizeProgress.class));
    final Processor<byte[], byte[], byte[], byte[]> worker = new SummarizeProcessor(fleet());
    worker.init(context);
    deliver(worker, Topics.EXAMPLES, 0, example(0, "a", null));

    worker.close();
    worker.init(context);
    deliver(worker, Topics.EXAMPLES, 0, example(0, "a", null));
    deliver(worker, Topics.EXAMPLES, 1, example(1, "b", null));
    tick();

    final List<CapturedPunctuator> ticks = context.scheduledPunctuators();
    assertThat(ticks).extracting(CapturedPunctuator::cancelled).containsExactly(true, false);
    assertThat(context.forwarded()).hasSize(1);
    final BoundSummary announcement = AvroSerde.of(BoundSummary.class).decode(lastForwarded());
    assertThat(announcement.getHeld()).isEqualTo(2);
  }

  @Test
  void majorizer_initializedAgain_forgetsWhatIsInNoBase() {
    addStore(LearnerTopology.MAJORIZE_PROGRESS, AvroSerde.of(MajorizeProgress.class));
    addStore(LearnerTopology.MAJORIZE_NAMES, AvroSerde.of(NameList.class));
    final Processor<byte[], byte[], byte[], byte[]> majorizer = new MajorizeProcessor(fleet());
    majorizer.init(context);
    final List<Runnable> turns = new ArrayList<>();
    deliver(majorizer, Topics.SUMMARIES, 0, bytes(summary(1, 0, 7, state(0.5, 0.1))));
    learner.turnsOn(turns::add);
    tick();

    majorizer.close();
    majorizer.init(context);
    learner.turnsOn(Runnable::run);
    turns.forEach(Runnable::run);
    deliver(majorizer, Topics.SUMMARIES, 0, bytes(summary(1, 0, 7, state(0.5, 0.1))));
    deliver(majorizer, Topics.SUMMARIES, 1, bytes(summary(1, 7, 9, state(0.5, 0.1))));
    tick();

    assertThat(context.scheduledPunctuators())
        .extracting(CapturedPunctuator::cancelled)
        .containsExactly(true, true, false, false);
    final SnapshotAssembler<SurrogateHead> bases =
        new SnapshotAssembler<>(SnapshotFormat.SURROGATES, model -> true);
    final List<SurrogateHead> heads =
        context.forwarded(LearnerTopology.SURROGATES_SINK).stream()
            .map(CapturedForward::record)
            .flatMap(r -> bases.accept((byte[]) r.key(), (byte[]) r.value()).stream())
            .map(Snapshot::head)
            .toList();
    assertThat(heads).hasSize(1);
    assertThat(heads.get(0).getBase()).isEqualTo(1);
    assertThat(heads.get(0).getTally().getRecords()).isEqualTo(9);
  }

  private void deliver(
      final Processor<byte[], byte[], byte[], byte[]> to,
      final String topic,
      final long offset,
      final byte[] value) {
    context.setRecordMetadata(topic, 0, offset);
    to.process(new Record<>("m".getBytes(), value, 0));
  }

  private void tick() {
    context.scheduledPunctuators().stream()
        .filter(punctuator -> !punctuator.cancelled())
        .forEach(punctuator -> punctuator.getPunctuator().punctuate(0));
  }

  private byte[] lastForwarded() {
    return (byte[]) context.forwarded().get(context.forwarded().size() - 1).record().value();
  }

  private <T extends SpecificRecord> void addStore(final String name, final AvroSerde<T> serde) {
    final KeyValueStore<String, T> store =
        Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), serde)
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    context.addStateStore(store);
  }
}
