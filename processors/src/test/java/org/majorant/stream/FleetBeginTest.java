package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/**
 * A model of a fleet begins where somebody has said it, and its neighbour with the oldest record;
 * its versions name both ends of what it has learned.
 */
class FleetBeginTest {
  private static final ModelSpec ALL = spec("all");
  private static final ModelSpec LATE = spec("late");
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  private static ModelSpec spec(final String model) {
    return SpecFile.read(
        ("{model: %s, input: {topic: t}, labels: [a, b], features: {dimension: 8},"
                + " publish: {interval: 1s}}")
            .formatted(model));
  }

  private static void examples(final FleetFixture fleet, final int from, final int to) {
    for (int i = from; i < to; i++) {
      final Point point =
          new Point(
              new SparseVector(List.of(i % 8), List.of(1f)), i % 3 == 0 ? "a" : "b", null, null);
      fleet.record("t", EXAMPLES.encode(new LabeledExample(null, null, 1.0, point)));
      if (i % 7 == 0) {
        fleet.tick(1);
      }
    }
    fleet.tick(20);
  }

  @Test
  void model_beginsWhereItIsSaid_andItsVersionsNameTheBegin() {
    try (FleetFixture fleet = new FleetFixture(List.of(ALL, LATE), List.of("late"))) {
      fleet.first("late", "t", 30);
      examples(fleet, 0, 20);
      fleet.put(LATE, fleet.own(LATE)); // what it is to begin with has not come yet
      examples(fleet, 20, 60);
      requireLearned(fleet, 60);

      fleet.first("late", "t", 10); // it has begun
      fleet.remove("late");
      examples(fleet, 60, 70);
      fleet.put(LATE, fleet.own(LATE));
      examples(fleet, 70, 90);
      requireLearned(fleet, 90);
      assertThat(fleet.rebuild("late").difference()).isEmpty();
    }
  }

  private static void requireLearned(final FleetFixture fleet, final long end) {
    final ModelHead late = fleet.version("late").head();
    assertThat(late.getTally().getRecords()).isEqualTo(end - 30);
    assertThat(late.getLineage()).containsExactly(new PartitionOffset(0, end));
    assertThat(late.getLog().getBegins()).containsExactly(new PartitionOffset(0, 30L));
    final ModelHead all = fleet.version("all").head();
    assertThat(all.getTally().getRecords()).isEqualTo(end);
    assertThat(all.getLog().getBegins()).isEmpty();
  }
}
