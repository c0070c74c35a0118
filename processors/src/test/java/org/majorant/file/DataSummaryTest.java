package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.file.kind.ValueKind.COUNTS;
import static org.majorant.file.kind.ValueKind.INDICATORS;
import static org.majorant.file.kind.ValueKind.NUMBERS;
import static org.majorant.file.kind.ValueKind.OTHERS;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.file.kind.ValueKind;
import org.majorant.file.spec.Tables;
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

  /** Numbers of a table are standardized however many of them are zero. */
  @Test
  void table_withNumbers_isOfNumbers() throws IOException {
    assertThat(kind(Format.CSV, "label,b,a", "x,1,2", "y,3,0")).isEqualTo(NUMBERS);
    assertThat(kind(Format.TSV, "label\tb\ta", "x\t1\t2", "y\t\t")).isEqualTo(NUMBERS);
    assertThat(kind(Format.CSV, "label,b,a", "x,7,2", "y,0,", "x,0,0")).isEqualTo(NUMBERS);
    assertThat(kind(Format.CSV, "label,b,a", "x,u,2", "y,v,", "x,w,0")).isEqualTo(NUMBERS);
    assertThat(kind(Format.CSV, "label,b", "x,u", "y,v", "x,w")).isEqualTo(INDICATORS);
    assertThat(kind(Format.CSV, "label,b,a", "x,1,0", "y,0,1")).isEqualTo(INDICATORS);
    assertThat(kind(Format.CSV, "label,b", "x,0")).isEqualTo(INDICATORS);
  }

  /** Whether they come with names or indices. */
  @Test
  void vectors_mostlyFull_areNumbers() throws IOException {
    assertThat(kind(Format.LIBSVM, "1 1:.5 2:-3", "0 1:2 2:1", "1 2:4")).isEqualTo(NUMBERS);
    assertThat(kind(Format.JSONL, "{\"features\": {\"a\": 3, \"b\": 2.5}}")).isEqualTo(NUMBERS);
    assertThat(kind(Format.LIBSVM, "1 1:1 2:1", "0 3:1 4:1")).isEqualTo(INDICATORS);
    assertThat(kind(Format.LIBSVM, "1 1:2", "0 2:3", "1 3:4")).isEqualTo(OTHERS);
    assertThat(kind(Format.LIBSVM, "1 1:2 20000:3")).isEqualTo(OTHERS);
  }

  /**
   * A few features to a row, or a negative value, or most values in features of most rows: none.
   */
  @ParameterizedTest
  @CsvSource({
    "12, 2, 0, COUNTS",
    "4, 2, 0, OTHERS",
    "12, -2, 0, OTHERS",
    "12, .3, 0, COUNTS",
    "12, 1, 0, INDICATORS",
    "12, 2, 20, OTHERS",
    "12, 1, 5, OTHERS",
  })
  void vectors_sparseAndNotNegative_areCounts(
      final int each, final String value, final int inAll, final ValueKind kind)
      throws IOException {
    final SplittableRandom random = new SplittableRandom(1);
    final StringBuilder lines = new StringBuilder();
    for (int row = 0; row < 200; row++) {
      lines.append(row % 2);
      for (int i = 1; i <= inAll; i++) {
        lines.append(' ').append(i).append(":3");
      }
      random
          .ints(each, 100, 600)
          .sorted()
          .distinct()
          .forEach(word -> lines.append(' ').append(word).append(':').append(value));
      lines.append('\n');
    }
    final DataSummary summary = summary(Format.LIBSVM, lines.toString().split("\n"));
    assertThat(summary.kind()).isEqualTo(kind);
    assertThat(summary.features().getTransforms())
        .isEqualTo(
            kind == COUNTS ? List.of(Transform.LOG1P, Transform.UNIT) : List.<Transform>of());
  }

  /** A column of a table means something by itself, unless there are very many. */
  @ParameterizedTest
  @CsvSource({"200, 2, COUNTS", "60, 2, NUMBERS", "200, 2.5, NUMBERS"})
  void table_wideOfCounts_isOfCounts(final int columns, final String value, final ValueKind kind)
      throws IOException {
    assertThat(kind(Format.CSV, Tables.counts(columns, value).split("\n"))).isEqualTo(kind);
  }

  private static ValueKind kind(final Format format, final String... lines) throws IOException {
    return summary(format, lines).kind();
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
