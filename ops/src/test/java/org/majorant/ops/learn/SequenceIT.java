package org.majorant.ops.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.model.FeatureTemplates;
import org.majorant.model.SequencePredictor;
import org.majorant.ops.ExampleProducer;
import org.majorant.ops.broker.BrokerProcess;
import org.majorant.ops.broker.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Sequence;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/** Sentences on a real broker: learned once each through a kill, published, and predicted. */
class SequenceIT {
  private static final int SENTENCES = 6000;
  private static final int PARTITIONS = 2;
  private static final String[] PLACES = {"Oslo", "Lima", "Cairo", "Kyiv", "Perth"};
  private static final String[] WORDS = {"the", "road", "from", "went", "a", "slow", "boat"};

  @Test
  void sentences_areLearnedOnce_andTaggedByTheNewestVersion(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: places, task: sequence, labels: [O, B-LOC, I-LOC],"
                + " features: {hash-bits: 12}, publish: {interval: 200ms}}");
    try (BrokerProcess broker = BrokerProcess.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, PARTITIONS);
      }
      try (LearnerProcess learner = new LearnerProcess(dir, spec, broker.bootstrapServers(), "1");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "places");
          ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 1500)) {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < SENTENCES; i++) {
          producer.send(AvroSerde.of(LabeledExample.class).encode(sentence(random)));
          if (i == SENTENCES / 2) {
            subscriber.awaitVersion(1, Duration.ofSeconds(60));
            learner.kill();
            learner.start();
          }
        }
        producer.flush();
        final ModelHead head = awaitAll(subscriber);
        final Tally tally = head.getTally();
        assertThat(tally.getExamples()).isEqualTo(SENTENCES);
        assertThat(tally.getTokens()).isEqualTo(6L * SENTENCES);
        assertThat(tally.getEntities()).isEqualTo(SENTENCES);
        assertThat(tally.getCorrectEntities()).isGreaterThan(SENTENCES * 9L / 10);
        assertThat(tally.getSlackMin()).isGreaterThan(-1e-9);
        assertThat(head.getLineage())
            .containsExactly(
                new PartitionOffset(0, SENTENCES / 2L), new PartitionOffset(1, SENTENCES / 2L));
        assertThat(
                new SequencePredictor(subscriber.current().orElseThrow().model())
                    .predict(example(List.of("went", "from", "Cairo", "Novo", "the"), List.of()))
                    .labels())
            .containsExactly("O", "O", "B-LOC", "I-LOC", "O");
      }
    }
  }

  /** Six tokens, one place of two words among them. */
  private static LabeledExample sentence(final SplittableRandom random) {
    final List<String> words = new ArrayList<>();
    final List<String> labels = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      words.add(WORDS[random.nextInt(WORDS.length)]);
      labels.add("O");
    }
    final int at = random.nextInt(5);
    words.addAll(at, List.of(PLACES[random.nextInt(PLACES.length)], "Novo"));
    labels.addAll(at, List.of("B-LOC", "I-LOC"));
    return example(words, labels);
  }

  private static LabeledExample example(final List<String> words, final List<String> labels) {
    final List<String[]> columns = words.stream().map(word -> new String[] {word}).toList();
    final List<Object> tokens = FeatureTemplates.of(FeatureTemplates.DEFAULT).apply(columns);
    return new LabeledExample(null, null, 1.0, new Sequence(tokens, labels));
  }

  private static ModelHead awaitAll(final ModelSubscriber subscriber) throws InterruptedException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (System.nanoTime() < end) {
      final ModelHead head = subscriber.current().orElseThrow().head();
      if (head.getTally().getRecords() >= SENTENCES) {
        return head;
      }
      Thread.sleep(50);
    }
    throw new AssertionError(
        "only " + subscriber.current().orElseThrow().head().getTally() + " after 90 s");
  }
}
