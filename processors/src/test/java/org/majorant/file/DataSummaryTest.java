package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.Named;
import org.majorant.schema.Transform;

final class DataSummaryTest {
  @Test
  void labels_allNumbers_ascend() throws IOException {
    assertThat(labels("10", "9", "?", "-1", "+1", "10")).containsExactly("-1", "+1", "9", "10");
  }

  @Test
  void labels_notAllNumbers_areInOrderOfText() throws IOException {
    assertThat(labels("10", "9", "b", "a")).containsExactly("10", "9", "a", "b");
    assertThat(labels("?")).isEmpty();
  }

  @Test
  void indices_largestSeen_givesDimension() throws IOException {
    assertThat(summary(Format.LIBSVM, "1 3:1 123:1", "0 7:1").features())
        .isEqualTo(
            new FeatureSpec(
                new Indexed(124),
                true,
                List.of(),
                List.of(),
                0,
                null,
                List.of(),
                List.of(),
                List.of()));
  }

  @Test
  void names_few_areListedInOrderOfAppearance() throws IOException {
    assertThat(summary(Format.CSV, "label,b,a", "x,1,2", "y,c,0", "x,3,").features())
        .isEqualTo(
            new FeatureSpec(
                new Named(List.of("b", "a", "b=c")),
                true,
                List.of(),
                List.of(),
                0,
                null,
                List.of(),
                List.of(),
                List.of()));
  }

  /** A cell that is empty, or zero, is no feature of its row. */
  @Test
  void table_whoseCellsAreMostlyNumbers_isDense() throws IOException {
    assertThat(summary(Format.CSV, "label,b,a", "x,1,2", "y,3,0").isDense()).isTrue();
    assertThat(summary(Format.TSV, "label\tb\ta", "x\t1\t2", "y\t\t").isDense()).isTrue();
    assertThat(summary(Format.CSV, "label,b,a", "x,1,2", "y,0,", "x,0,0").isDense()).isFalse();
    assertThat(summary(Format.CSV, "label,b", "x,u", "y,v", "x,w").isDense()).isFalse();
    assertThat(summary(Format.CSV, "label,b", "x,0").isDense()).isFalse();
    assertThat(summary(Format.JSONL, "{\"features\": {\"a\": 3}}").isDense()).isFalse();
  }

  @Test
  void names_moreThanTenThousand_areHashed() throws IOException {
    assertThat(distinctNames(10_000).features().getSpace()).isInstanceOf(Named.class);
    assertThat(distinctNames(10_001).features().getSpace()).isEqualTo(new Hashed(18));
  }

  @Test
  void indicesAndNames_together_areHashed() throws IOException {
    assertThat(
            summary(Format.JSONL, "{\"features\": {\"a\": 1}}", "{\"vector\": {\"indices\": [3]}}")
                .features()
                .getSpace())
        .isEqualTo(new Hashed(18));
  }

  @Test
  void text_evenFewWords_isHashedWithItsTransforms() throws IOException {
    final DataSummary summary = summary(Format.TEXT, "ham\ta b");
    assertThat(summary.features())
        .isEqualTo(
            new FeatureSpec(
                new Hashed(18),
                true,
                List.of(Transform.LOG1P, Transform.UNIT),
                List.of(),
                0,
                null,
                List.of(),
                List.of(),
                List.of()));
    assertThat(summary.features(List.of(Transform.UNIT)))
        .isEqualTo(
            new FeatureSpec(
                new Hashed(18),
                true,
                List.of(Transform.UNIT),
                List.of(),
                0,
                null,
                List.of(),
                List.of(),
                List.of()));
  }

  private static List<String> labels(final String... labels) throws IOException {
    return summary(Format.LIBSVM, labels).labels();
  }

  private static DataSummary distinctNames(final int count) throws IOException {
    return summary(
        Format.JSONL,
        IntStream.range(0, count)
            .mapToObj(i -> "{\"features\": {\"n\": \"" + i + "\"}}")
            .toArray(String[]::new));
  }

  private static DataSummary summary(final Format format, final String... lines)
      throws IOException {
    final DataSummary summary = new DataSummary(format, Layout.USUAL);
    Lines.all(format, lines).forEach(summary::add);
    return summary;
  }
}
