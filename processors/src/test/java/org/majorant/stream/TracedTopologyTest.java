package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.schema.ModelHead;
import org.majorant.store.Topics;
import org.majorant.trace.RecordedTraces.Recorded;
import org.majorant.trace.SummaryStep;

/** A version's trace leads from its examples to its record. */
class TracedTopologyTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final TopologyFixture learner = new TopologyFixture();

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void version_leadsFromItsExamplesToItsRecord() {
    learner.traces().begin();
    learner.example(Given.example(0, "a", null), PARENT);
    learner.examples(9);
    learner.settle();
    final List<TestRecord<byte[], byte[]>> records = learner.output(Topics.MODELS);
    learner.tick(2);

    final Recorded version = learner.traces().versions().get(0);
    assertThat(version.ends).containsExactly("committed");
    assertThat(version.steps.publication().version()).isEqualTo(1);
    assertThat(version.steps.publication().examples()).isEqualTo(10);
    assertThat(version.steps.publication().records()).isEqualTo(records.size());
    assertThat(version.steps.summaries())
        .anySatisfy(
            step -> {
              assertThat(step.worker()).isEqualTo("one");
              assertThat(step.from()).isZero();
              assertThat(step.parents()).containsExactly(PARENT);
              assertThat(step.oldest()).isLessThanOrEqualTo(step.shipped());
              assertThat(step.received()).isGreaterThanOrEqualTo(step.shipped());
            });
    assertThat(version.steps.summaries().stream().mapToLong(SummaryStep::to).max()).hasValue(10);
    assertThat(version.steps.turns()).isNotEmpty();
    final Headers head = records.get(records.size() - 1).headers();
    assertThat(head.lastHeader("traceparent").value()).isEqualTo(version.parent().getBytes(UTF_8));
    assertThat(records.subList(0, records.size() - 1))
        .allSatisfy(block -> assertThat(block.headers()).isEmpty());
  }

  @Test
  void records_haveNoHeaders_whereTracesAreOff() {
    learner.example(Given.example(0, "a", null), PARENT);
    learner.examples(9);
    learner.settle();
    assertThat(learner.output(Topics.SUMMARIES))
        .isNotEmpty()
        .allSatisfy(record -> assertThat(record.headers()).isEmpty());
    assertThat(learner.output(Topics.MODELS))
        .isNotEmpty()
        .allSatisfy(record -> assertThat(record.headers()).isEmpty());
  }

  @Test
  void everyVersion_isToldOnce_alsoAfterARestart() {
    learner.traces().begin();
    learner.examples(10);
    learner.settle();
    learner.restart();
    learner.examples(10);
    learner.tick(15);
    learner.restart();
    learner.tick(3);
    final List<Long> published =
        learner.traces().versions().stream()
            .filter(version -> version.ends.equals(List.of("committed")))
            .map(version -> version.steps.publication().version())
            .toList();
    assertThat(published).isNotEmpty().doesNotHaveDuplicates();
    assertThat(learner.traces().versions()).hasSameSizeAs(published);
  }

  @Test
  void version_thatTheStoresDoNotKnowAfterARestart_wasAborted() {
    learner.traces().begin();
    learner.examples(1);
    final TopologyFixture.Moment before = learner.moment();
    learner.examples(9);
    learner.settle();
    final List<ModelHead> written = learner.versions();
    assertThat(written).isNotEmpty();
    learner.tick(9);
    learner.examples(3);
    while (learner.versions().isEmpty()) {
      learner.tick(1); // the last one is not seen to be committed when the learner stops
    }
    learner.stop();
    learner.setBack(LearnerTopology.MAJORIZE_PROGRESS, before);
    learner.setBackBases(before);
    learner.start(learner.log().end(Topics.EXAMPLES));
    final List<Recorded> versions = learner.traces().versions();
    assertThat(versions.get(versions.size() - 1).ends).containsExactly("aborted");
  }
}
