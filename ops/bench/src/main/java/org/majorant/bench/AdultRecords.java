package org.majorant.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;

/**
 * The Adult data set as a topic's records, over and over. With its own two labels, or with n drawn
 * for its rows from a log-linear model of normal weights W:
 *
 * <pre>    y = argmax over c of  Σᵢ W(i,c) + γ(c),    γ(c) Gumbel noise: so P(y) ∝ exp Σᵢ W(i,y)
 * </pre>
 */
final class AdultRecords {
  /** Size of the index space; indices are 1 to 123. */
  static final int DIMENSION = 124;

  private static final long SEED = 1;

  private final byte[][] records;
  private int next;

  private AdultRecords(final byte[][] records) {
    this.records = records;
  }

  /**
   * @param labels those of the data set where two, else as many synthetic ones
   */
  static AdultRecords of(final List<String> labels) throws IOException {
    final List<LabeledExample> examples = read();
    if (labels.size() > 2) {
      relabel(examples, labels);
    }
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    return new AdultRecords(examples.stream().map(serde::encode).toArray(byte[][]::new));
  }

  /** The next record, the first again after the last. */
  byte[] next() {
    final byte[] record = records[next];
    next = next + 1 == records.length ? 0 : next + 1;
    return record;
  }

  private static List<LabeledExample> read() throws IOException {
    final List<LabeledExample> examples = new ArrayList<>();
    try (ExampleReader reader =
        ExampleReader.of(
            Format.LIBSVM,
            "a9a.gz",
            AdultRecords.class.getResourceAsStream("/a9a.gz"),
            Layout.USUAL)) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        examples.add(e);
      }
    }
    return examples;
  }

  private static void relabel(final List<LabeledExample> examples, final List<String> labels) {
    final SplittableRandom random = new SplittableRandom(SEED);
    final double[][] weights = new double[DIMENSION][labels.size()];
    for (final double[] row : weights) {
      for (int c = 0; c < row.length; c++) {
        row[c] = random.nextGaussian();
      }
    }
    for (final LabeledExample example : examples) {
      final Point point = (Point) example.getStructure();
      final SparseVector x = (SparseVector) point.getFeatures();
      int best = 0;
      double most = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < labels.size(); c++) {
        double score = -Math.log(-Math.log(random.nextDouble(Double.MIN_NORMAL, 1)));
        for (final int i : x.getIndices()) {
          score += weights[i][c];
        }
        if (score > most) {
          most = score;
          best = c;
        }
      }
      point.setLabel(labels.get(best));
    }
  }
}
