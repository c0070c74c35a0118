package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.input.InputWatch;
import org.majorant.input.LearnedLog;
import org.majorant.input.LogAccepted;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/** What a learner finds out about its topic, whether records come or not. */
class InputWatchTest {
  private final RecordedLog log = new RecordedLog();
  private final List<Integer> expanded = new ArrayList<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private SurrogateHead base; // null: there is none
  private boolean joinFits = true;
  private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
  private final InputWatch watch = watch(TopologyFixture.SPEC);
  private boolean allowed = true;

  private InputWatch watch(final ModelSpec spec) {
    return new InputWatch(
        spec, log, () -> Optional.ofNullable(base), this::expand, () -> joinFits, looks, ended);
  }

  @AfterEach
  void close() {
    watch.close();
    looks.shutdownNow();
  }

  @Test
  void topicOfTheLog_isNoObstacle_andThePartitionsAreMadeOnce() {
    base = base(LearnedLog.first("first"), 0, 0);
    watch.look();
    watch.look();

    assertThat(watch.obstacle()).isEmpty();
    assertThat(expanded).containsExactly(5);
  }

  /** Whoever may grow the progress types the command; the learner waits, and does not end. */
  @Test
  void partitionsForWhichNoRoomMayBeMade_areAnObstacle_untilThereIsRoom() {
    base = base(LearnedLog.first("first"), 0, 0);
    allowed = false;
    watch.look();
    watch.look();

    assertThat(watch.obstacle().orElseThrow())
        .contains("examples has 5 partitions", "topics expand m")
        .doesNotContain("\n");
    assertThat(watch.isOtherLog()).isFalse();
    assertThat(ended).isNotDone();

    allowed = true;
    watch.look();
    assertThat(expanded).containsExactly(5);
    assertThat(ended)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(LogAccepted.class);
  }

  /** Else an event would wait where its label never comes, and get the default. */
  @Test
  void topicsOfAJoin_withOtherPartitions_endTheLearner_soThatAnotherOneStarts() {
    base = base(LearnedLog.first("first"), 0, 0);
    watch.look();
    assertThat(ended).isNotDone();

    joinFits = false;
    watch.look();
    assertThat(watch.obstacle().orElseThrow()).contains("other partitions");
    assertThat(ended)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(LogAccepted.class);
  }

  /** It waits, and begins no other learner, which would fail for the same reason. */
  @ParameterizedTest
  @ValueSource(strings = {Topics.EXAMPLES, "labels"})
  void topicOfAJoinThatIsGone_isAnObstacle_untilItIsThereAgain(final String topic) {
    final InputWatch joined =
        watch(
            SpecFile.read(
                "{model: m, labels: [a, b], features: {dimension: 8}, label: {topic: labels, path: is, wait: 1h}}"));
    log.delete(topic);
    joined.look();
    joinFits = false;
    joined.look();
    assertThat(joined.obstacle())
        .contains("there is no topic %s: create it, and the model is learned".formatted(topic));
    assertThat(joined.isOtherLog()).isFalse();
    assertThat(ended).isNotDone();

    log.makeAgain(topic, "second");
    joinFits = true; // as where it was gone for this client alone
    joined.look();
    assertThat(ended)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(LogAccepted.class);
  }

  @Test
  void topicMadeAgain_isAnObstacle_untilItIsAccepted() {
    base = base(LearnedLog.first("first"), 0, 0);
    log.makeAgain(Topics.EXAMPLES, "second");
    watch.look();
    watch.look();

    assertThat(watch.isOtherLog()).isTrue();
    assertThat(watch.obstacle().orElseThrow())
        .contains("models accept-recreated m", "models delete m")
        .doesNotContain("\n");
    assertThat(ended).isNotDone();
    assertThat(expanded).isEmpty();

    base = base(LearnedLog.first("second"), 0, 0);
    watch.look();
    assertThat(ended)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(LogAccepted.class);
  }

  @Test
  void topicMadeAgain_beforeTheFirstBase_isAnObstacle() {
    watch.look();
    log.makeAgain(Topics.EXAMPLES, "second");
    watch.look();

    assertThat(watch.obstacle()).isPresent();
  }

  /** As a model of release 0.2 that is taken over: only where the topic ends can tell. */
  @Test
  void topicThatEndsBeforeTheLineage_isAnObstacle_evenIfNoIdIsKnown() {
    base = base(null, 800, 0);
    watch.look();

    assertThat(watch.obstacle().orElseThrow())
        .contains("examples-0 ends at offset 0, and m has learned up to offset 800");
  }

  @Test
  void deletedModel_takesTheTopicAsItIs() {
    base = base(LearnedLog.first("first"), 0, 0);
    log.makeAgain(Topics.EXAMPLES, "second");
    watch.look();
    assertThat(watch.obstacle()).isPresent();

    base = SurrogateHead.newBuilder(base(null, 0, 7)).setBlocks(0).build();
    watch.look();
    assertThat(ended).isCompletedExceptionally();
  }

  @Test
  void summariesThatEndBeforeWhatIsMerged_areAnObstacle() {
    base = base(LearnedLog.first("first"), 0, 7);
    watch.look();

    assertThat(watch.obstacle().orElseThrow())
        .contains("majorant-summaries-0 ends at offset 0, and base 1 of m has merged it up to");
  }

  private void expand(final int partitions) {
    if (!allowed) {
      throw new TopicAuthorizationException("progress");
    }
    expanded.add(partitions);
  }

  private static SurrogateHead base(final InputLog log, final long learned, final long merged) {
    return SurrogateHead.newBuilder()
        .setModel("m")
        .setBase(1)
        .setVersion(1)
        .setSpec(0)
        .setBlocks(1)
        .setChecksum(0)
        .setLineage(List.of(new PartitionOffset(0, learned)))
        .setTally(Tallies.empty())
        .setSummaries(new PartitionOffset(0, merged))
        .setLog(log)
        .build();
  }
}
