package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.file.evaluate.Scores;
import org.majorant.model.SequencePredictor;
import org.majorant.model.SequencePredictor.SequencePrediction;
import org.majorant.ops.Majorant;
import org.majorant.ops.data.Wikigold;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Sequence;
import org.majorant.schema.Tally;
import org.majorant.store.ModelVersion;

/** Wikipedia's sentences on a real broker: learned once each, published, exported, predicted. */
@Tag("long")
class SequenceIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  @Test
  void learner_killedInMidStream_learnsEachSentenceOnce_andItsVersionsPredictAlikeEverywhere()
      throws Exception {
    try (KilledLearner learner = new KilledLearner(dir, Wikigold.specFile(), "wikigold", 2)) {
      final ModelVersion version = learner.replay(Wikigold.train(), 200, 2);
      final Tally tally = version.head().getTally();
      assertThat(tally.getRecords()).isEqualTo(1363);
      assertThat(tally.getExamples()).isEqualTo(1363);
      assertThat(tally.getTokens()).isEqualTo(32_074);
      assertThat(tally.getEntities()).isEqualTo(2847);
      assertThat(tally.getCorrectEntities()).isBetween(2847L / 2, tally.getPredictedEntities());
      assertThat(tally.getRejected() + tally.getLost()).isZero();
      assertThat(tally.getSlackMin()).isGreaterThan(-1e-9);
      assertThat(version.head().getLineage())
          .containsExactly(new PartitionOffset(0, 682L), new PartitionOffset(1, 681L));

      final String file = dir.resolve("model.json").toString();
      majorant(
          "models",
          "export",
          "wikigold",
          "--version",
          String.valueOf(version.version()),
          "--out",
          file,
          "--bootstrap-server",
          learner.client().get("bootstrap.servers").toString());
      assertAlike(version, file);
    }
  }

  /** The subscriber's version, and its export, on sentences that it has not seen. */
  private static void assertAlike(final ModelVersion version, final String file) throws Exception {
    final String test = Wikigold.testFile().toString();
    final List<String> predicted =
        majorant("predict", "--model", file, "--format", "conll", "--data", test).lines().toList();
    final JsonNode evaluated =
        JSON.readTree(
            majorant("evaluate", "--model", file, "--format", "conll", "--data", test, "--json"));

    final List<byte[]> records = Wikigold.test();
    final List<String> labels = version.model().spec().getLabels();
    final SequencePredictor predictor = new SequencePredictor(version.model());
    final long[][] confusion = new long[labels.size()][labels.size()];
    assertThat(predicted).hasSameSizeAs(records);
    for (int i = 0; i < records.size(); i++) {
      final LabeledExample example = AvroSerde.of(LabeledExample.class).decode(records.get(i));
      final SequencePrediction prediction = predictor.predict(example);
      assertThat(predicted.get(i)).isEqualTo(JSON.writeValueAsString(prediction));
      final List<String> right = ((Sequence) example.getStructure()).getLabels();
      for (int t = 0; t < right.size(); t++) {
        confusion[labels.indexOf(right.get(t))][labels.indexOf(prediction.labels().get(t))]++;
      }
    }
    assertThat(evaluated.at("/confusion/counts")).isEqualTo(tree(confusion));
    assertThat(evaluated).isEqualTo(tree(Scores.of(version.model(), records)));
    assertThat(evaluated.at("/entities/f1").asDouble()).isGreaterThan(0.45);
  }

  private static JsonNode tree(final Object value) throws IOException {
    return JSON.readTree(JSON.writeValueAsString(value));
  }

  /** What a command prints. */
  private static String majorant(final String... command) {
    final StringWriter out = new StringWriter();
    assertThat(Majorant.commandLine().setOut(new PrintWriter(out)).execute(command)).isZero();
    return out.toString();
  }
}
