package org.majorant.file.evaluate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** What no linear model of the columns tells, of files in CSV. */
class CrossEvaluationTest {
  @Test
  void exclusiveOr_isLearnedByTheCrossAlone() throws IOException {
    final Random random = new Random(1);
    final StringBuilder csv = new StringBuilder("label,left,right\n");
    for (int i = 0; i < 3000; i++) {
      final boolean left = random.nextBoolean();
      final boolean right = random.nextBoolean();
      csv.append(left ^ right ? "yes" : "no")
          .append(left ? ",on" : ",off")
          .append(right ? ",on" : ",off")
          .append('\n');
    }
    final Evaluation linear = evaluate(csv, "");
    assertThat(linear.heldOutLogLoss()).isGreaterThan(0.65);
    final Evaluation crossed = evaluate(csv, "cross: [[left, right]]");
    assertThat(crossed.heldOutAccuracy()).isEqualTo(1);
    assertThat(crossed.heldOutLogLoss()).isLessThan(0.1);
  }

  @Test
  void band_isLearnedByBucketsAlone() throws IOException {
    final Random random = new Random(2);
    final StringBuilder csv = new StringBuilder("label,age\n");
    for (int i = 0; i < 3000; i++) {
      final int age = 1 + random.nextInt(89);
      csv.append(age >= 30 && age < 60 ? "yes," : "no,").append(age).append('\n');
    }
    assertThat(evaluate(csv, "").heldOutLogLoss()).isGreaterThan(0.6);
    assertThat(evaluate(csv, "bucket: {age: 10}").heldOutLogLoss()).isLessThan(0.1);
  }

  /** Learns the first 2,500 rows in one pass, and scores the others. */
  private static Evaluation evaluate(final CharSequence csv, final String features)
      throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [no, yes], features: {hash-bits: 8, %s}}".formatted(features));
    try (ExampleReader reader =
        ExampleReader.of(
            Format.CSV,
            "rows",
            new ByteArrayInputStream(csv.toString().getBytes(UTF_8)),
            Layout.USUAL)) {
      final List<byte[]> rows = new ArrayList<>(reader.readAll(row -> {}));
      return new Evaluator(spec)
          .run(rows.subList(0, 2500), 1, Rounds.ALONE, rows.subList(2500, rows.size()));
    }
  }
}
