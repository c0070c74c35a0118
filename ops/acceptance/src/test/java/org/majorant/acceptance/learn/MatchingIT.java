package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.file.evaluate.Scores;
import org.majorant.ops.data.PointMatchings;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.store.ModelVersion;

/** Matchings on a real broker: learned once each through crashes, and predicted. */
@Tag("long")
class MatchingIT {
  private static final int EXAMPLES = 1500;

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  @Test
  void learner_killedInMidStream_learnsEachMatchingOnce() throws Exception {
    final Path spec = Files.writeString(dir.resolve("points.yaml"), PointMatchings.SPEC);
    final List<byte[]> records = PointMatchings.records(1, EXAMPLES);
    records.set(100, "{\"no\": \"matching\"}".getBytes(StandardCharsets.UTF_8)); // is a dead letter
    try (KilledLearner learner = new KilledLearner(dir, spec, "points", 2)) {
      final ModelVersion version = learner.replay(records, 400, 2);
      final Tally tally = version.head().getTally();
      assertThat(tally.getRecords()).isEqualTo(EXAMPLES);
      assertThat(tally.getExamples()).isEqualTo(EXAMPLES - 1);
      assertThat(tally.getRejected()).isEqualTo(1);
      assertThat(tally.getLost()).isZero();
      assertThat(tally.getSlackMin()).isGreaterThan(-1e-9);
      assertThat(version.head().getLineage())
          .containsExactly(new PartitionOffset(0, 750L), new PartitionOffset(1, 750L));
      final Scores scores = Scores.of(version.model(), PointMatchings.records(2, 300));
      assertThat(scores.accuracy()).isGreaterThan(0.7);
    }
  }
}
