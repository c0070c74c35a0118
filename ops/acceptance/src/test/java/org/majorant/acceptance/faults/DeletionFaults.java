package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.faults.HaltedDeletion.Moment;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.deadletters.DeadLetterReader;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.PublishedModels;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.store.TransactionalIds;

/**
 * {@code models delete} is killed at each moment between two of its writes. Until its transaction
 * has ended the model must be whole: commands and services find it, its counts are those of the
 * topic, and a learner goes on with it, learns nothing twice, and rejects nothing twice. Given
 * again, from wherever it was killed, the command must end the model.
 */
@Tag("faults")
class DeletionFaults {
  private static final String MODEL = "ended";
  private static final int PART = 300;
  private static final int GARBAGE_EACH = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  private BrokerProcess broker;
  private Map<String, Object> client;
  private long records;

  @Test
  void model_whoseDeletionIsKilled_isWholeUntilItIsGone() throws Exception {
    try (BrokerProcess started = ShortLivedBroker.start(dir.resolve("broker"))) {
      broker = started;
      client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
      }
      ModelHead last = learn();
      for (final Moment moment : Moment.values()) {
        kill(moment, last);
        last = learn();
        requireDeadLetters();
      }
      for (final Moment moment : Moment.values()) { // each begins where the last one was killed
        kill(moment, last);
      }
      run(0, "models delete " + MODEL + " --yes");
      requireGone();
      assertThat(learn().getVersion()).isGreaterThan(last.getVersion());
    }
  }

  private void kill(final Moment moment, final ModelHead last) throws Exception {
    final Path log = dir.resolve("deletion.log");
    assertThat(HaltedDeletion.run(broker.bootstrapServers(), MODEL, moment, log))
        .as("%s: %s", moment, Files.readString(log))
        .isEqualTo(HaltedDeletion.KILLED);
    assertThat(run(0, "models list")).as(moment.name()).contains(MODEL);
    run(0, "models lineage " + MODEL + " --verify");
    assertThat(newest().map(ModelHead::getVersion)).as(moment.name()).hasValue(last.getVersion());
    try (ModelSubscriber service = ModelSubscriber.start(client, MODEL)) {
      service.awaitVersion(last.getVersion(), PATIENCE);
    }
    assertThat(doctor()).as(moment.name()).contains("none hangs");
    if (moment.compareTo(Moment.STORES_ARE_GONE) > 0) {
      requireShortTransaction();
    }
  }

  /** Until it is given up, no model's versions and bases are read on the topics behind it. */
  private void requireShortTransaction() throws Exception {
    final String id = TransactionalIds.of("delete", MODEL);
    try (Admin admin = Admin.create(client)) {
      final TransactionDescription open =
          admin.describeTransactions(List.of(id)).description(id).get();
      assertThat(open.state()).isEqualTo(TransactionState.ONGOING);
      assertThat(open.transactionTimeoutMs()).isLessThanOrEqualTo(10_000);
    }
  }

  /** What a command finds now. */
  private Optional<ModelHead> newest() {
    final List<ModelHead> versions =
        PublishedModels.read(client, MODEL::equals, head -> false, PATIENCE).versions(MODEL);
    return versions.stream().reduce((earlier, later) -> later);
  }

  /** A learner learns what was sent, and what is sent now, and counts all of it once. */
  private ModelHead learn() throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: %s, labels: ['no', 'yes'], features: {dimension: 4}, publish: {interval: 100ms}}"
                .formatted(MODEL));
    try (LearnerProcess learner =
            new LearnerProcess(
                dir, spec, broker.bootstrapServers(), "1", "--value-format", "json");
        ModelSubscriber subscriber = ModelSubscriber.start(client, MODEL)) {
      produce();
      final long end = System.nanoTime() + PATIENCE.toNanos();
      while (subscriber.current().map(DeletionFaults::records).orElse(0L) < records) {
        assertThat(learner.isAlive()).as(learner.log()).isTrue();
        assertThat(System.nanoTime()).as(learner.log()).isLessThan(end);
        Thread.sleep(50);
      }
      final ModelHead head = subscriber.current().orElseThrow().head();
      assertThat(records(subscriber.current().orElseThrow())).isEqualTo(records);
      assertThat(head.getTally().getRejected()).isEqualTo(records / GARBAGE_EACH);
      assertThat(head.getTally().getExamples()).isEqualTo(records - records / GARBAGE_EACH);
      assertThat(head.getTally().getLost()).isZero();
      learner.stop();
    }
    return newest().orElseThrow();
  }

  private static long records(final ModelVersion version) {
    return version.head().getTally().getRecords();
  }

  private void produce() {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      for (int i = 0; i < PART; i++) {
        final String json =
            i % GARBAGE_EACH == 0
                ? "garbage"
                : "{\"vector\": {\"indices\": [%d]}, \"label\": \"%s\"}"
                    .formatted(i % 4, i % 4 < 2 ? "yes" : "no");
        producer.send(json.getBytes(StandardCharsets.UTF_8));
      }
      producer.flush();
    }
    records += PART;
  }

  private void requireDeadLetters() throws Exception {
    final List<Long> offsets = new ArrayList<>();
    try (DeadLetterReader reader = new DeadLetterReader(Admin.create(client), client, PATIENCE)) {
      reader.letters(stored -> offsets.add(stored.letter().getOffset()));
    }
    assertThat(offsets).doesNotHaveDuplicates().hasSize((int) records / GARBAGE_EACH);
  }

  private void requireGone() throws Exception {
    assertThat(run(1, "models lineage " + MODEL)).contains("no model '" + MODEL + "'");
    assertThat(newest()).isEmpty();
    assertThat(doctor()).contains("none hangs");
    try (Admin admin = Admin.create(client)) {
      final String own = "majorant-" + MODEL;
      assertThat(admin.listTopics().names().get()).noneMatch(name -> name.startsWith(own));
      assertThat(admin.listGroups().all().get()).noneMatch(group -> group.groupId().equals(own));
    }
  }

  /** Ends with 1 where a port of this machine is taken, which is not asked here. */
  private String doctor() {
    return OperatorRun.of(broker, "doctor").printed();
  }

  private String run(final int code, final String command) {
    return OperatorRun.of(broker, command.split(" ")).requireCode(code);
  }
}
