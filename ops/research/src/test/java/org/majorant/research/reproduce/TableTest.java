package org.majorant.research.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.terminal.CommandFailed;

class TableTest {
  @Test
  void text_is_ranked_and_a_missing_cell_becomes_the_mean(@TempDir final Path dir)
      throws IOException {
    final Path file = dir.resolve("t.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("id,a,label,b\n7,1,x,yes\n8,?,w,no\n9,3,x,?\n".getBytes(StandardCharsets.UTF_8));
    }
    final Table table = Table.read(file, "id");
    assertThat(table.labels()).containsExactly(1, 0, 1);
    assertThat(table.rows()[0]).containsExactly(1, 1);
    assertThat(table.rows()[1]).containsExactly(Double.NaN, 0);
    assertThat(table.rows()[2]).containsExactly(3, Double.NaN);
    assertThat(table.standardised(table).rows())
        .isDeepEqualTo(new double[][] {{-1, 1}, {0, -1}, {1, 0}});
    assertThat(table.select(List.of(2)).labels()).containsExactly(1);
  }

  @Test
  void missing_file_is_named(@TempDir final Path dir) {
    assertThatThrownBy(() -> new PaperData(dir).srbct())
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("srbct_log.csv.gz");
  }

  @Test
  void rows_in_their_span_have_the_same_inner_products() {
    final Random random = new Random(1);
    final double[][] rows = new double[6][20];
    for (final double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextGaussian();
      }
    }
    rows[4] = rows[1].clone();
    final double[][] span = new Table(rows, new int[6], 1).inSpan().rows();
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < rows.length; k++) {
        assertThat(dot(span[i], span[k])).isCloseTo(dot(rows[i], rows[k]), within(1e-12));
      }
    }
  }

  private static double dot(final double[] a, final double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
