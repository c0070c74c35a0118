package org.majorant.ops.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.lineage.LearnedState;
import org.majorant.ops.Published;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.tally.Tallies;

/** A rollback says what it takes back, and refuses what is no state of its model. */
class RollbackTest {
  private final ModelHead version = Published.version(9).head();
  private final ModelSpec spec = version.getSpec();

  @Test
  void whatIsTakenBack_isToldByPartition() {
    final Rollback rollback =
        Rollback.of(
            version,
            head(9, 50, new PartitionOffset(0, 30L), new PartitionOffset(2, 20L)),
            spec,
            state(4, 30, new PartitionOffset(0, 30L)));

    assertThat(rollback.examples()).isEqualTo(20);
    assertThat(rollback.offsets()).containsExactly(new Rollback.Range(2, 0, 20));
    assertThat(rollback.lines("examples"))
        .containsExactly(
            "examples-2: what was learned from [0, 20) is taken back",
            spec.getModel() + " goes on from version 4, 5 versions back: 20 examples are undone");
  }

  @Test
  void stateThatIsAhead_orOfAnotherSpec_isRefused() {
    final SurrogateHead now = head(9, 50, new PartitionOffset(0, 50L));
    assertThatThrownBy(
            () -> Rollback.of(version, now, spec, state(4, 60, new PartitionOffset(0, 60L))))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("only up to 50: it is of another model");
    final ModelSpec other = ModelSpec.newBuilder(spec).setModel("other").build();
    assertThatThrownBy(() -> Rollback.of(version, now, other, state(4, 30)))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("model is \"other\" in the spec, but the stored model has");
  }

  private LearnedState state(
      final long version, final long examples, final PartitionOffset... lineage) {
    return new LearnedState(head(version, examples, lineage), new byte[0], List.of());
  }

  private SurrogateHead head(
      final long version, final long examples, final PartitionOffset... lineage) {
    final Tally tally = Tallies.empty();
    tally.setRecords(examples);
    tally.setExamples(examples);
    return SurrogateHead.newBuilder()
        .setModel(spec.getModel())
        .setBase(version)
        .setVersion(version)
        .setSpec(Fingerprint.of(spec))
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(List.of(lineage))
        .setTally(tally)
        .build();
  }
}
