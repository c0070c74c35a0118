package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.bytes;
import static org.majorant.stream.Given.example;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;
import static org.majorant.stream.TopologyFixture.SPEC;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.Refusal;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Curvature;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Rejection;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

class LearnerTopologyTest {
  private final TopologyFixture learner = new TopologyFixture();

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void examples_become_a_version_that_names_their_offsets() {
    for (int i = 0; i < 100; i++) {
      learner.example(example(i, i % 2 == 0 ? "a" : "b", null));
    }
    learner.settle();

    final ModelHead head = learner.lastVersion();
    assertThat(head.getVersion()).isEqualTo(1);
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 100L));
    assertThat(head.getTally().getExamples()).isEqualTo(100);
    assertThat(head.getTally().getLogLoss()).isLessThan(head.getTally().getClassFrequencyLogLoss());
    assertThat(head.getBound()).isGreaterThanOrEqualTo(head.getObjective());
    assertThat(learner.counter("majorant.examples")).isEqualTo(100);
    assertThat(learner.confusions())
        .isEqualTo(head.getTally().getConfusion().stream().map(Long::doubleValue).toList());
    assertThat(learner.confusions().get(0) + learner.confusions().get(1)).isEqualTo(50);
  }

  @Test
  void shipping_and_taking_bases_have_a_tenth_of_a_workers_time() {
    learn_for_ten_seconds();
    assertThat(learner.takeChores()).isGreaterThan(150);
    learner.slow(Duration.ofMillis(20));
    learn_for_ten_seconds();
    assertThat(learner.takeChores() * 20).isBetween(500, 1100);

    learner.settle();
    learner.tick(10);
    assertThat(learner.lastVersion().getTally().getExamples()).isEqualTo(200);
  }

  private void learn_for_ten_seconds() {
    for (int i = 0; i < 100; i++) {
      learner.example(example(i, "a", null));
      learner.tick(1);
    }
  }

  @Test
  void versions_come_at_most_once_an_interval_and_none_without_news() {
    for (int i = 0; i < 50; i++) {
      learner.example(example(i, "a", null));
      learner.tick(1);
    }
    learner.tick(20);
    assertThat(learner.lastVersion().getVersion()).isBetween(5L, 7L);
    learner.tick(50);
    assertThat(learner.versions()).isEmpty();
  }

  @Test
  void bad_example_goes_to_the_dead_letters_with_reason_place_and_bytes() {
    learner.example(example(1, "a", null));
    learner.example(new byte[] {7, 7});
    learner.example(example(2, "c", null));
    learner.example(example(3, "b", "another"));
    learner.example(example(4, null, null));
    learner.settle();

    final List<DeadLetter> letters =
        learner.output(Topics.DEAD_LETTERS).stream()
            .map(TestRecord::value)
            .map(AvroSerde.of(DeadLetter.class)::decode)
            .toList();
    assertThat(letters)
        .extracting(DeadLetter::getReason)
        .containsExactly(Rejection.UNDECODABLE, Rejection.LABEL);
    assertThat(letters).extracting(DeadLetter::getOffset).containsExactly(1L, 2L);
    assertThat(letters.get(0).getValue().remaining()).isEqualTo(2);
    final ModelHead head = learner.lastVersion();
    assertThat(head.getTally().getRecords()).isEqualTo(5);
    assertThat(head.getTally().getExamples()).isEqualTo(1);
    assertThat(head.getTally().getRejected()).isEqualTo(2);
    assertThat(head.getTally().getOthers()).isEqualTo(1);
    assertThat(head.getTally().getUnlabeled()).isEqualTo(1);
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(0, 5L));
  }

  @Test
  void partly_observed_labels_are_learned_and_those_that_tell_nothing_are_counted() {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: [a, b, c], latent: 2, features: {dimension: 8}}");
    try (TopologyFixture latent = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      for (int i = 0; i < 100; i++) {
        latent.example(example(i, i % 2 == 0 ? List.of("a", "c") : "b", null));
      }
      latent.example(example(1, List.of("a", "b", "c"), null));
      latent.example(example(2, List.of(), null));
      latent.example(example(3, List.of("a", "d"), null));
      latent.settle();

      final Tally tally = latent.lastVersion().getTally();
      assertThat(tally.getExamples()).isEqualTo(100);
      assertThat(tally.getUnlabeled()).isEqualTo(1);
      assertThat(tally.getRejected()).isEqualTo(2);
      assertThat(tally.getLogLoss()).isLessThan(0.5 * tally.getClassFrequencyLogLoss());
      assertThat(tally.getSlackMin()).isGreaterThanOrEqualTo(-1e-9);
      assertThat(latent.output(Topics.DEAD_LETTERS))
          .extracting(letter -> AvroSerde.of(DeadLetter.class).decode(letter.value()).getReason())
          .containsExactly(Rejection.LABEL, Rejection.LABEL);
    }
  }

  @Test
  void summary_that_cannot_join_is_refused_with_its_reason_and_never_merged() {
    final BoundSummary otherSpec = summary(3, 20, 21);
    otherSpec.setSpec(1);
    final BoundSummary futureBase = summary(3, 20, 21);
    futureBase.setBase(7);
    final byte[] otherCurvature = state(0.5, 0.1);
    otherCurvature[1] = (byte) Curvature.DIAGONAL.ordinal();
    final byte[] countOfZero = state(0.5, 0.1);
    Arrays.fill(countOfZero, 24, 32, (byte) 0);
    final List<byte[]> refused =
        List.of(
            bytes(otherSpec),
            bytes(futureBase),
            bytes(summary(3, 25, 30)),
            bytes(summary(3, 15, 25)),
            new byte[] {1},
            bytes(summary(3, 20, 21, state(0.5, -1e-3))),
            bytes(summary(3, 20, 21, state(Double.NaN, 0.1))),
            bytes(summary(3, 20, 21, otherCurvature)),
            bytes(summary(3, 20, 21, countOfZero)));
    learner.summary(summary(3, 10, 20));
    learner.summary(summary(3, 10, 20));
    refused.forEach(value -> learner.summary("m".getBytes(), value));
    learner.summary("other".getBytes(), bytes(summary(4, 0, 5)));
    learner.summary(summary(3, 20, 22, state(0.5, 0.1)));
    learner.tick(1);

    final ModelHead head = learner.lastVersion();
    assertThat(head.getLineage()).containsExactly(new PartitionOffset(3, 22L));
    assertThat(head.getTally().getRecords()).isEqualTo(12);
    assertThat(learner.refusals(Refusal.SPEC)).isEqualTo(1);
    assertThat(learner.refusals(Refusal.BASE)).isEqualTo(1);
    assertThat(learner.refusals(Refusal.GAP)).isEqualTo(1);
    assertThat(learner.refusals(Refusal.OVERLAP)).isEqualTo(1);
    assertThat(learner.refusals(Refusal.STATE)).isEqualTo(5);
    assertThat(learner.counter("majorant.lineage.gap")).isEqualTo(1);
  }

  /** An upgrade in the middle of a stream finds summaries that release 0.1 has written. */
  @Test
  void summary_of_release_01_is_merged() {
    final BoundSummary former = summary(3, 10, 20);
    former.setSpec(Fingerprint.former(SPEC));
    learner.summary(former);
    learner.summary(summary(3, 20, 22, state(0.5, 0.1)));
    learner.tick(1);

    assertThat(learner.lastVersion().getLineage()).containsExactly(new PartitionOffset(3, 22L));
    assertThat(learner.refusals(Refusal.SPEC)).isZero();
  }

  @Test
  void base_is_broadcast_and_adds_up_to_the_same_model() {
    for (int i = 0; i < 40; i++) {
      learner.example(example(i, i % 3 == 0 ? "a" : "b", null));
    }
    learner.settle();

    final Base last = learner.newestBase().orElseThrow();
    final Surrogate surrogate = Surrogate.of(SPEC);
    surrogate.add(last.state().site());
    assertThat(Arrays.stream(surrogate.solve().theta()).anyMatch(weight -> weight > 0)).isTrue();
    assertThat(last.head().getLineage()).containsExactly(new PartitionOffset(0, 40L));
  }
}
