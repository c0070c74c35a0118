package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.assertj.core.api.SoftAssertions;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.file.evaluate.Scores;
import org.majorant.lineage.OffsetHash;
import org.majorant.log.KafkaGapLog;
import org.majorant.model.Model;
import org.majorant.ops.deadletters.DeadLetterReader;
import org.majorant.ops.read.LineageCheck;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Tally;
import org.majorant.store.ModelVersion;

/**
 * What must be true of a system that has learned all, whatever happened to it:
 *
 * <ol>
 *   <li>Of each partition, what was sent was learned, rejected, found unlabeled or another model's,
 *       or is declared lost; nothing twice. Each record had the fate that it must have, so not only
 *       the sum is right.
 *   <li>The version counts the same as the workers' summaries, and the sum of its offsets' hashes
 *       is that of the offsets that are not lost. What is still on the topic is counted again, by
 *       {@code models lineage --verify} too.
 *   <li>Each rejected record is a dead letter, once. One that was rejected, but lost before its
 *       summary was shipped, may be, too.
 *   <li>Versions' numbers and lineages only grow, and each step was below its bound.
 *   <li>The model is that of a learner to which nothing happened: the same weights where it is a
 *       function of the log, a loss that is close where the order of learning was another.
 * </ol>
 */
final class Verdict {
  private static final double SAME_WEIGHTS = 1e-9;

  private final SoftAssertions softly = new SoftAssertions();
  private final LiveSystem system;
  private final Story story;
  private final ExampleStream stream;
  private final long sent;
  private final ModelVersion version;
  private final Ledger ledger;
  private final Map<Integer, Counts> expected = new TreeMap<>();
  private final Set<String> rejected = new TreeSet<>();
  private final Set<String> lost = new TreeSet<>();
  private long hash;

  private Verdict(final LiveSystem system, final long sent) throws IOException {
    this.system = system;
    this.sent = sent;
    story = system.story();
    stream = new ExampleStream(story);
    version = system.versions().newest();
    ledger = Ledger.read(system);
    for (long place = 0; place < sent; place++) {
      expect(place);
    }
  }

  /**
   * Gives it on a system that has learned all.
   *
   * @param sent so many records
   * @return one line
   * @throws AssertionError with all that is wrong
   */
  static String on(final LiveSystem system, final long sent) throws Exception {
    final Verdict verdict = new Verdict(system, sent);
    verdict.checkCounts();
    verdict.checkLineage();
    verdict.checkDeadLetters();
    verdict.checkVersions();
    final String difference = verdict.checkModel();
    verdict.softly.assertAll();
    return "%,d records, version %d: %s; %s"
        .formatted(
            sent,
            verdict.version.version(),
            Counts.of(verdict.version.head().getTally()),
            difference);
  }

  private int partition(final long place) {
    return (int) (place % story.partitions());
  }

  private long offset(final long place) {
    return place / story.partitions();
  }

  private boolean isLost(final long place) {
    return ledger.isLost(partition(place), offset(place));
  }

  private void expect(final long place) {
    final Fate fate = stream.at(place).fate();
    final boolean isLost = isLost(place);
    expected.merge(partition(place), Counts.of(isLost ? Fate.LOST : fate), Counts::plus);
    if (fate == Fate.REJECTED) {
      (isLost ? lost : rejected).add(partition(place) + "/" + offset(place));
    }
    if (!isLost) {
      hash += OffsetHash.of(offset(place));
    }
  }

  private void checkCounts() {
    Counts sum = new Counts(0, 0, 0, 0, 0);
    for (int partition = 0; partition < story.partitions(); partition++) {
      final Counts counts = ledger.counts(partition);
      softly.assertThat(counts).as("partition " + partition).isEqualTo(expected.get(partition));
      sum = sum.plus(counts);
    }
    softly.assertThat(Counts.of(tally())).as("the version").isEqualTo(sum);
    if (story.scenes().stream().noneMatch(scene -> scene.fault().deletesInput())) {
      softly.assertThat(tally().getLost()).as("lost without a deletion").isZero();
    }
  }

  private void checkLineage() {
    softly.assertThat(tally().getOffsetHash()).as("hash of offsets").isEqualTo(hash);
    softly.assertThat(tally().getSlackMin()).as("least slack").isGreaterThanOrEqualTo(-1e-9);
    final LineageCheck check;
    try (KafkaGapLog log = new KafkaGapLog(system.client(), "verdict")) {
      check = LineageCheck.of(version.head(), log);
    }
    final long deleted = check.deleted().values().stream().mapToLong(Long::longValue).sum();
    softly.assertThat(check.found()).as("records on the topic").isEqualTo(sent - deleted);
    final OperatorRun verified = system.verify();
    final long lost = tally().getLost(); // a broker that is killed may forget a deletion
    softly
        .assertThat(verified.exitCode())
        .as(verified.printed())
        .isEqualTo(deleted == 0 && lost == 0 ? 0 : 1);
    softly
        .assertThat(verified.printed())
        .contains(
            deleted > 0
                ? "cannot be verified any more"
                : lost > 0 ? "it counts %,d as lost".formatted(lost) : "");
  }

  private void checkDeadLetters() throws Exception {
    final List<String> letters = new ArrayList<>();
    try (DeadLetterReader reader =
        new DeadLetterReader(
            Admin.create(system.client()), system.client(), Duration.ofMinutes(2))) {
      reader.letters(
          stored ->
              letters.add(stored.letter().getPartition() + "/" + stored.letter().getOffset()));
    }
    softly.assertThat(letters).as("dead letters").doesNotHaveDuplicates();
    letters.removeAll(lost);
    softly.assertThat(letters).as("dead letters").containsExactlyInAnyOrderElementsOf(rejected);
  }

  private void checkVersions() throws IOException {
    softly.assertThat(system.versions().faults()).as("versions").isEmpty();
    for (final LearnerProcess learner : system.learners()) {
      softly.assertThat(learner.isAlive()).as("a learner runs").isTrue();
    }
  }

  private String checkModel() throws IOException {
    final Model undisturbed =
        Undisturbed.model(
            story,
            version.model().moments(),
            place -> stream.at(place).value(),
            sent,
            this::isLost);
    if (story.partitions() == 1 && story.model().isFunctionOfTheLog()) {
      final double[] weights = version.model().weights();
      double most = 0;
      for (int at = 0; at < weights.length; at++) {
        most = Math.max(most, Math.abs(weights[at] - undisturbed.weights()[at]));
      }
      softly.assertThat(most).as("difference of weights").isCloseTo(0, within(SAME_WEIGHTS));
      return "weights differ by %.1g".formatted(most);
    }
    final List<byte[]> test = story.model().heldOut();
    final double loss = Scores.of(version.model(), test).logLoss();
    final double wanted = Scores.of(undisturbed, test).logLoss();
    softly
        .assertThat(loss)
        .as("loss")
        .isCloseTo(wanted, withinPercentage(story.model().closeLossPercent()));
    return "held-out log-loss %.4f, undisturbed %.4f".formatted(loss, wanted);
  }

  private Tally tally() {
    final ModelHead head = version.head();
    return head.getTally();
  }
}
