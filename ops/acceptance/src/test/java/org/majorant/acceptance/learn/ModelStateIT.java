package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/**
 * An operator keeps what a model knows in a file, has the model go back to it after it has learned
 * from garbage, has another model go on from it, and ends the model.
 */
@Tag("long")
class ModelStateIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int PART = 600;

  private final StringWriter out = new StringWriter();
  private final Random random = new Random(7);

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  private BrokerProcess broker;
  private Map<String, Object> client;

  @Test
  void model_isExported_rolledBack_imported_andDeleted() throws Exception {
    try (BrokerProcess started = ShortLivedBroker.start(dir.resolve("broker"))) {
      broker = started;
      client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      final ModelHead last;
      try (LearnerProcess learner = learner("good");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "good")) {
        produce(false);
        final ModelHead before = awaitRecords(subscriber, PART);
        run(0, "models export good --with-curvature --out DIR/good.json.gz");
        run(0, "predict --model DIR/good.json.gz --format jsonl --data DIR/one.jsonl");
        assertThat(out.toString()).contains("yes");

        produce(true);
        final ModelHead spoiled = awaitRecords(subscriber, 2 * PART);
        final double spoiling = loss(before, spoiled);
        assertThat(spoiling).isGreaterThan(0.4);
        run(1, "models rollback good --to DIR/good.json.gz");
        assertThat(out.toString()).contains("examples-0: what was learned from [600, 1200)");
        assertThat(out.toString())
            .contains("good goes on from version %d, ".formatted(before.getVersion()))
            .contains("600 examples are undone", "add --yes");
        run(0, "models rollback good --to DIR/good.json.gz --yes");

        final ModelHead back = awaitUndone(subscriber);
        assertThat(back.getVersion()).isGreaterThan(spoiled.getVersion());
        assertThat(back.getTally().getExamples()).isEqualTo(PART);
        assertThat(back.getTally().getLogLoss()).isEqualTo(before.getTally().getLogLoss());
        produce(false);
        last = awaitRecords(subscriber, 3 * PART);
        assertThat(loss(back, last)).isLessThan(0.5 * spoiling);
        assertThat(last.getTally().getUndone()).isEqualTo(PART);
        run(0, "models lineage good --verify");
        assertThat(learner.log())
            .containsPattern(
                "WARN .*good: base \\d+ goes on from .*good.json.gz, of version \\d+\n");

        run(1, "models delete good --yes");
        assertThat(out.toString()).contains("group majorant-good has members", "stop the learners");
        assertThat(learner.isAlive()).isTrue();
        learner.stop();
      }
      importedIntoAnother();
      deletedAndBegunAgain(last);
    }
  }

  private void importedIntoAnother() throws Exception {
    run(1, "models import DIR/good.json.gz");
    assertThat(out.toString()).contains("has learned 1,200 examples here").contains("--replace");
    run(1, "models import DIR/good.json.gz --replace");
    assertThat(out.toString())
        .contains("600 examples; 1,200 examples that it has learned here are undone", "add --yes");
    run(1, "models import DIR/good.json.gz --model other");
    assertThat(out.toString()).contains("other goes on from version").contains("add --yes");
    run(0, "models import DIR/good.json.gz --model other --yes");
    try (LearnerProcess learner = learner("other");
        ModelSubscriber subscriber = ModelSubscriber.start(client, "other")) {
      final ModelHead head = awaitRecords(subscriber, 3 * PART);
      assertThat(learner.isAlive()).isTrue();
      assertThat(head.getTally().getImported()).isEqualTo(PART);
      assertThat(learner.log()).containsPattern("WARN .*other: base \\d+ goes on from model good");
      assertThat(head.getTally().getExamples()).isEqualTo(3 * PART);
      run(0, "models lineage other --verify");
      run(0, "models show other");
      assertThat(out.toString())
          .containsPattern("examples-0 +1,800 +[0-9a-z, ]+ +1,800 +0 \\S+ at 127\\.0\\.0\\.1\n")
          .contains(" at 127.0.0.1 merges what all learn");
      learner.stop();
    }
    run(0, "models show other");
    assertThat(out.toString())
        .containsPattern("examples-0 +1,800 +[0-9a-z, ]+ +1,800 +0 unknown\n")
        .contains("who has a partition, or merges, is unknown: no process learns this model now");
  }

  private void deletedAndBegunAgain(final ModelHead last) throws Exception {
    run(1, "models delete good");
    assertThat(out.toString()).contains("add --yes");
    run(0, "models delete good --yes");
    run(1, "models delete good --yes");
    assertThat(out.toString()).contains("no model 'good': there are other");
    try (Admin admin = Admin.create(client)) {
      assertThat(admin.listTopics().names().get()).noneMatch(n -> n.startsWith("majorant-good-"));
    }
    try (LearnerProcess learner = learner("good");
        ModelSubscriber subscriber = ModelSubscriber.start(client, "good")) {
      final ModelHead head = awaitRecords(subscriber, 3 * PART);
      assertThat(learner.isAlive()).isTrue();
      assertThat(head.getVersion()).isGreaterThan(last.getVersion());
      assertThat(head.getTally().getExamples()).isEqualTo(3 * PART);
      assertThat(head.getTally().getUndone()).isZero();
      run(0, "models lineage good --verify");
    }
  }

  private LearnerProcess learner(final String model) throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve(model + ".yaml"),
            "{model: MODEL, labels: ['no', 'yes'], features: {dimension: 4},"
                    .replace("MODEL", model)
                + " publish: {interval: 100ms}}");
    Files.writeString(dir.resolve("one.jsonl"), "{\"vector\": {\"indices\": [1]}}\n");
    return new LearnerProcess(
        dir, spec, broker.bootstrapServers(), model, "--value-format", "json");
  }

  /** Examples that are easy, or that say the reverse. */
  private void produce(final boolean wrong) {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      for (int i = 0; i < PART; i++) {
        final int feature = random.nextInt(2);
        final String label = (feature == 1) != wrong ? "yes" : "no";
        producer.send(
            "{\"vector\": {\"indices\": [%d]}, \"label\": \"%s\"}"
                .formatted(feature, label)
                .getBytes(StandardCharsets.UTF_8));
      }
      producer.flush();
    }
  }

  /** Progressive log-loss of the examples between two versions, nats each. */
  private static double loss(final ModelHead from, final ModelHead to) {
    final Tally a = from.getTally();
    final Tally b = to.getTally();
    return (b.getLogLoss() - a.getLogLoss()) / (b.getWeight() - a.getWeight());
  }

  private static ModelHead awaitRecords(final ModelSubscriber subscriber, final long records)
      throws Exception {
    ModelHead head = subscriber.awaitVersion(1, PATIENCE).head();
    while (head.getTally().getRecords() < records) {
      head = subscriber.awaitVersion(head.getVersion() + 1, PATIENCE).head();
    }
    return head;
  }

  private static ModelHead awaitUndone(final ModelSubscriber subscriber) throws Exception {
    ModelHead head = subscriber.awaitVersion(1, PATIENCE).head();
    while (head.getTally().getUndone() == 0) {
      head = subscriber.awaitVersion(head.getVersion() + 1, PATIENCE).head();
    }
    return head;
  }

  private void run(final int code, final String command) {
    out.getBuffer().setLength(0);
    final PrintWriter writer = new PrintWriter(out);
    final List<String> line =
        new ArrayList<>(Arrays.asList(command.replace("DIR", dir.toString()).split(" ")));
    if (command.startsWith("models")) {
      line.addAll(List.of("--bootstrap-server", broker.bootstrapServers()));
    }
    final int exit =
        Majorant.commandLine().setOut(writer).setErr(writer).execute(line.toArray(String[]::new));
    assertThat(exit).as("%s: %s", command, out).isEqualTo(code);
  }
}
