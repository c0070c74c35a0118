package org.majorant.research.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.features.FeatureMoments;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

class PeerFileTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: ['-1', '+1'], features: {dimension: 5}}");

  @TempDir private Path dir;

  @Test
  void points_areLinesWithoutTheIntercept() throws Exception {
    final List<byte[]> records =
        List.of(point("+1", List.of(0, 4), List.of(1f, 0.5f)), point("-1", List.of(2), List.of()));
    final Path file = PeerFile.write(SPEC, null, records, dir.resolve("file"));
    assertThat(Files.readAllLines(file)).containsExactly("1 1:1 5:0.5", "0 3:1");
  }

  @Test
  void points_standardized_areInDeviationsFromTheMeansThatOursHas() throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: m, labels: ['-1', '+1'], features: {dimension: 1, standardize: 2}}");
    final List<byte[]> train =
        List.of(point("+1", List.of(0), List.of(5f)), point("-1", List.of(0), List.of(9f)));
    final List<byte[]> test = List.of(point("-1", List.of(0), List.of(11f)));
    final Path file =
        PeerFile.write(spec, FeatureMoments.of(spec, train), test, dir.resolve("file"));
    assertThat(Files.readAllLines(file)).containsExactly("0 1:2.0"); // (11 − 7)/2
  }

  /** z = 0, which is left out: its hat, and z² − 1. */
  @Test
  void points_ofViews_haveTheFeaturesOfAllViewsWithoutTheirIntercepts() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: ['-1', '+1'], features: {dimension: 1, standardize: 3},"
                + " views: [linear, hats, products]}");
    final List<byte[]> records =
        List.of(
            point("+1", List.of(0), List.of(4f)),
            point("-1", List.of(0), List.of(7f)),
            point("-1", List.of(0), List.of(10f)));
    final Path file =
        PeerFile.write(spec, FeatureMoments.of(spec, records), records, dir.resolve("file"));
    assertThat(Files.readAllLines(file).get(1)).isEqualTo("0 7:1 13:-1.0");
  }

  @Test
  void points_thatTheModelRejects_areLeftOut() throws Exception {
    final List<byte[]> records = List.of(point("+1", List.of(9), List.of()));
    assertThat(PeerFile.write(SPEC, null, records, dir.resolve("file"))).isEmptyFile();
  }

  @Test
  void points_withoutALabel_areForNoPeer() throws Exception {
    final List<byte[]> records = List.of(point(null, List.of(1), List.of()));
    assertThatThrownBy(() -> PeerFile.write(SPEC, null, records, dir.resolve("file")))
        .isInstanceOf(Peer.Unavailable.class);
  }

  @Test
  void sentences_areTokensAndAnEmptyLine() throws Exception {
    final Path file =
        PeerFile.write(
            DemoSentences.spec(), null, DemoSentences.records().subList(0, 3), dir.resolve("file"));
    final List<String> lines = Files.readAllLines(file);
    assertThat(lines).filteredOn(String::isEmpty).hasSize(3);
    assertThat(lines.get(lines.size() - 1)).isEmpty();
    assertThat(lines)
        .filteredOn(line -> !line.isEmpty())
        .allMatch(line -> line.matches("\\d+( \\d+:\\S+)+"));
  }

  private static byte[] point(
      final String label, final List<Integer> indices, final List<Float> values) {
    return AvroSerde.of(LabeledExample.class)
        .encode(
            new LabeledExample(
                null, null, 1.0, new Point(new SparseVector(indices, values), label, null, null)));
  }
}
