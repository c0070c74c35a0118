package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.input.OtherLog;
import org.majorant.log.HoldLimits;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.Topics;

/** Nothing is merged that was not read from the log that the model has learned from. */
class OtherLogTest {
  private final TopologyFixture learner =
      new TopologyFixture(TopologyFixture.ALONE, HoldLimits.DEFAULT);

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void basesAndVersions_nameTheTopicAndTheEpoch() {
    learner.examples(20);
    learner.tick(20);

    assertThat(learner.newestBase().orElseThrow().head().getLog().getTopic()).isEqualTo("first");
    final ModelHead version = learner.lastVersion();
    assertThat(version.getLog().getTopic()).isEqualTo("first");
    assertThat(version.getLog().getEpoch()).isZero();
  }

  @Test
  void topicMadeAgain_whileItLearns_isNotMerged() {
    learner.examples(20);
    learner.settle();
    learner.log().makeAgain(Topics.EXAMPLES, "second");

    assertThatThrownBy(
            () -> {
              learner.examples(5); // which the new topic has at the offsets after the former ones
              learner.settle();
            })
        .hasRootCauseInstanceOf(OtherLog.class)
        .rootCause()
        .hasMessageContaining("id first, and this one has id second")
        .hasMessageContaining("models accept-recreated m");
    assertThat(learner.newestBase().orElseThrow().head().getLineage())
        .isEqualTo(List.of(new PartitionOffset(0, 20L)));
  }

  @Test
  void topicMadeAgain_whileItStandsStill_isNotRead() {
    learner.examples(20);
    learner.settle();
    learner.stop();
    learner.log().makeAgain(Topics.EXAMPLES, "second");

    assertThatThrownBy(() -> learner.start(0)).hasRootCauseInstanceOf(OtherLog.class);
  }

  /** Another client has committed offsets under the group's name. */
  @Test
  void newModel_beginsWhereItsLogDoes_whateverIsDeliveredFirst() {
    learner.hide(3); // they are garbage
    learner.examples(20);
    learner.tick(20);

    final ModelHead version = learner.lastVersion();
    assertThat(version.getTally().getExamples()).isEqualTo(20);
    assertThat(version.getTally().getRejected()).isEqualTo(3);
    assertThat(version.getTally().getLost()).isZero();
    assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize(3);

    learner.restart(0);
    learner.settle();
    assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();
  }
}
