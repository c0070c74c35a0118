package org.majorant.research.reproduce;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVRecord;
import org.majorant.demo.MaskedImage;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Task;
import org.majorant.spec.SpecFile;
import org.majorant.train.TrainingSet;

/** Reads those of the papers' data sets that can still be had, as files in a directory. */
public final class PaperData {
  private static final int SYMBOLS = 21;
  private static final int POSITIONS = 15;
  private static final int WORDS = 11_960;
  private static final int LANDMARKS = 30;
  private static final double LIGHTEST = 255;

  /** A model of {@link #sentences}, hashed as {@code train} would. */
  public static final ModelSpec SENTENCES =
      SpecFile.read(
          "{model: conll, task: sequence, features: {hash-bits: 18}, labels: ["
              + "B-LOC, B-MISC, B-ORG, B-PER, I-LOC, I-MISC, I-ORG, I-PER, O]}");

  private final Path dir;

  /**
   * @throws CommandFailed where there is no such directory
   */
  public PaperData(final Path dir) {
    if (!Files.isDirectory(dir)) {
      throw new CommandFailed(
          dir
              + " is no directory: name that of the data sets by --data, or try"
              + " 'ops/majorant reproduce figure1', which needs none");
    }
    this.dir = dir;
  }

  /** Gene expressions of 83 tumours of 4 kinds, 2308 logarithms each. */
  Table srbct() {
    return Table.read(dir.resolve("srbct/srbct_log.csv.gz"), "split");
  }

  /** One of UCI's. */
  Table uci(final String name) {
    return Table.read(dir.resolve("uci/" + name + ".csv.gz"));
  }

  /** The amino acids around one of a protein, one-hot, and which structure it is part of. */
  TrainingSet secStr() {
    final Table table = Table.read(dir.resolve("secstr/secstr.csv.gz"));
    final TrainingSet data =
        new TrainingSet(Task.MULTICLASS, new Dimensions(2, 1, 2, 1 + POSITIONS * SYMBOLS, 0), null);
    for (int i = 0; i < table.size(); i++) {
      final double[] row = table.rows()[i];
      final int[] hot =
          IntStream.range(0, POSITIONS).map(p -> 1 + p * SYMBOLS + (int) row[p]).toArray();
      data.add(example(hot, new double[0], table.labels()[i]));
    }
    return data;
  }

  /** Documents of two newsgroups. */
  TrainingSet text() {
    final Path file = dir.resolve("ssl_text/text.libsvm.gz");
    final TrainingSet data =
        new TrainingSet(Task.MULTICLASS, new Dimensions(2, 1, 2, 1 + WORDS, 0), null);
    try (ExampleReader reader = ExampleReader.open(Format.LIBSVM, file.toString())) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        final Point point = (Point) e.getStructure();
        final SparseVector words = (SparseVector) point.getFeatures();
        data.add(
            example(
                words.getIndices().stream().mapToInt(i -> i).toArray(),
                words.getValues().stream().mapToDouble(v -> v).toArray(),
                "-1".equals(point.getLabel()) ? 0 : 1));
      }
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    return data;
  }

  /**
   * The first sentences of Spanish news, each word part of the name of a person, place,
   * organisation or other, or of none; as they would stand on a topic. Features by the default
   * templates.
   */
  public List<byte[]> sentences(final int count) {
    final String file = dir.resolve("conll2002_es/esp.train.gz").toString();
    try (ExampleReader reader = ExampleReader.open(Format.CONLL, file)) {
      return reader.readAll(e -> {}).subList(0, count);
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  /** Counts of shape contexts in a film of a house: frames × landmarks × bins. */
  double[][][] house() {
    final List<CSVRecord> lines =
        Table.records(dir.resolve("cmu_house_hotel/house_shape_context.csv.gz"));
    final double[][][] frames = new double[lines.size() / LANDMARKS][LANDMARKS][];
    for (int i = 0; i < lines.size(); i++) {
      final CSVRecord line = lines.get(i);
      frames[i / LANDMARKS][i % LANDMARKS] =
          line.stream().skip(2).mapToDouble(Double::parseDouble).toArray();
    }
    return frames;
  }

  /** Images of horses, at most 64 pixels wide and high, and where the horse is. */
  List<MaskedImage> horses() {
    return Table.records(dir.resolve("horses64/horses64.csv.gz")).stream()
        .map(PaperData::image)
        .toList();
  }

  private static MaskedImage image(final CSVRecord line) {
    final double[][] colours =
        Arrays.stream(line.get("rgb_hex_row_major").split(" "))
            .map(hex -> new Color(Integer.parseInt(hex, 16)))
            .map(
                c ->
                    new double[] {
                      c.getRed() / LIGHTEST, c.getGreen() / LIGHTEST, c.getBlue() / LIGHTEST
                    })
            .toArray(double[][]::new);
    final String mask = line.get("mask_row_major");
    final boolean[] horse = new boolean[mask.length()];
    for (int v = 0; v < horse.length; v++) {
      horse[v] = mask.charAt(v) == '1';
    }
    return new MaskedImage(
        Integer.parseInt(line.get("width")), Integer.parseInt(line.get("height")), colours, horse);
  }

  /**
   * With the intercept as feature 0.
   *
   * @param indices from 1, ascending
   * @param values as many, or none: all ones
   */
  private static SparsePoint example(final int[] indices, final double[] values, final int label) {
    final SparsePoint x = new SparsePoint();
    x.size = 1 + indices.length;
    x.indices = IntStream.concat(IntStream.of(0), IntStream.of(indices)).toArray();
    x.values = new double[x.size];
    Arrays.fill(x.values, 1);
    System.arraycopy(values, 0, x.values, 1, values.length);
    x.label = label;
    x.weight = 1;
    return x;
  }
}
