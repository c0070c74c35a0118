package org.majorant.ops.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.features.FeatureNames;
import org.majorant.lineage.LearnedState;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;
import org.majorant.tally.Tallies;

/** What a learner goes on from comes back from a file bit by bit, or not at all. */
class StateFilesTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b], features: {dimension: 4}}");
  private static final List<NameCount> NAMES = List.of(new NameCount("größe", 12L));

  @TempDir private Path dir;

  @Test
  void state_comesBackAsItWas_packedOrNot() {
    for (final String name : List.of("m.json", "m.json.gz")) {
      final Path file = dir.resolve(name);
      final Snapshot<SurrogateHead> base = base();
      write(file, StateFiles.of(base, NAMES));

      assertThat(ModelFiles.read(file).spec()).isEqualTo(SPEC);
      final LearnedState state = StateFiles.read(file, SPEC);
      assertThat(state.data()).isEqualTo(base.data());
      assertThat(state.names()).isEqualTo(NAMES);
      assertThat(state.head().getTally()).isEqualTo(base.head().getTally());
      assertThat(state.head().getLineage()).isEqualTo(base.head().getLineage());
      assertThat(state.head().getEffective()).isEqualTo(base.head().getEffective());
    }
  }

  @Test
  void fileWithoutCurvature_orOneThatWasChanged_isRefused() throws Exception {
    final Path file = dir.resolve("m.json");
    write(file, null);
    assertThatThrownBy(() -> StateFiles.read(file, SPEC))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("has no curvature");

    write(file, StateFiles.of(base(), NAMES));
    final String text = Files.readString(file);
    final StateFiles.Piece block = StateFiles.of(base(), NAMES).records().get(0);
    final byte[] changed = block.value().clone();
    changed[changed.length - 1] = (byte) ~changed[changed.length - 1];
    final Base64.Encoder coder = Base64.getEncoder();
    final String before = coder.encodeToString(block.value());
    assertThat(text).contains(before);
    Files.writeString(file, text.replace(before, coder.encodeToString(changed)));
    assertThatThrownBy(() -> StateFiles.read(file, SPEC))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("is not whole: export it again");
  }

  private static void write(final Path file, final StateFiles.Curvature curvature) {
    ModelFiles.write(
        file,
        Surrogate.of(SPEC).solve().model(SPEC, 3),
        new FeatureNames(SPEC, List.of()),
        Map.of(),
        curvature);
  }

  private static Snapshot<SurrogateHead> base() {
    final Tally tally = Tallies.empty();
    tally.setRecords(7L);
    tally.setExamples(7L);
    tally.setLogLoss(0.1 + 0.2);
    final SurrogateHead head =
        SurrogateHead.newBuilder()
            .setModel("m")
            .setBase(5)
            .setVersion(3)
            .setSpec(Fingerprint.of(SPEC))
            .setBlocks(0)
            .setChecksum(0)
            .setLineage(List.of(new PartitionOffset(0, 7L)))
            .setTally(tally)
            .setEffective(1.0 / 3)
            .build();
    return new Snapshot<>(head, SiteCodec.encode(Surrogate.of(SPEC).site()));
  }
}
