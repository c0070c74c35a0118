package org.majorant.research.reproduce;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.file.WholeGzip;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.Task;
import org.majorant.train.TrainingSet;

/**
 * Labeled rows of numbers.
 *
 * @param rows n×d, NaN where a cell is missing
 * @param labels length n, each in 0 .. classes − 1
 */
record Table(double[][] rows, int[] labels, int classes) {
  /**
   * Reads a gzipped csv file: a header, the label in the column of that name; {@code ?} is missing,
   * and text counts as its rank among the column's values.
   *
   * @param dropped columns that are no features
   */
  static Table read(final Path file, final String... dropped) {
    final List<CSVRecord> records = records(file);
    final List<String> columns = new ArrayList<>(records.get(0).getParser().getHeaderNames());
    columns.remove("label");
    columns.removeAll(List.of(dropped));
    final double[][] rows = new double[records.size()][columns.size()];
    for (int j = 0; j < columns.size(); j++) {
      final double[] column = numbers(records, columns.get(j));
      for (int i = 0; i < column.length; i++) {
        rows[i][j] = column[i];
      }
    }
    final List<String> labels = records.stream().map(r -> r.get("label")).toList();
    final List<String> classes = List.copyOf(new TreeSet<>(labels));
    return new Table(rows, labels.stream().mapToInt(classes::indexOf).toArray(), classes.size());
  }

  /** The lines of a gzipped csv file below its header. */
  static List<CSVRecord> records(final Path file) {
    try (BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    new WholeGzip(Files.newInputStream(file)), StandardCharsets.UTF_8));
        CSVParser parser =
            CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get().parse(reader)) {
      return parser.getRecords();
    } catch (final NoSuchFileException e) {
      throw new CommandFailed(
          "there is no file " + file + ": name the directory of the data sets by --data", e);
    } catch (final IOException e) {
      throw new CommandFailed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static double[] numbers(final List<CSVRecord> records, final String column) {
    final List<String> cells = records.stream().map(r -> r.get(column)).toList();
    final List<String> texts =
        List.copyOf(new TreeSet<>(cells.stream().filter(c -> c.matches("[a-z]+")).toList()));
    return cells.stream()
        .mapToDouble(
            c ->
                c.equals("?")
                    ? Double.NaN
                    : texts.contains(c) ? texts.indexOf(c) : Double.parseDouble(c))
        .toArray();
  }

  int size() {
    return rows.length;
  }

  /** Number of columns. */
  int width() {
    return rows[0].length;
  }

  /** φ(x) = [1, x]. */
  TrainingSet dataSet() {
    final TrainingSet data =
        new TrainingSet(Task.MULTICLASS, new Dimensions(classes, 1, classes, width() + 1, 0), null);
    final SparsePoint x = new SparsePoint();
    x.size = width() + 1;
    x.indices = IntStream.range(0, x.size).toArray();
    x.values = new double[x.size];
    x.weight = 1;
    x.values[0] = 1;
    for (int i = 0; i < size(); i++) {
      System.arraycopy(rows[i], 0, x.values, 1, width());
      x.label = labels[i];
      data.add(x);
    }
    return data;
  }

  Table select(final List<Integer> chosen) {
    return new Table(
        chosen.stream().map(i -> rows[i]).toArray(double[][]::new),
        chosen.stream().mapToInt(i -> labels[i]).toArray(),
        classes);
  }

  /** Columns of mean 0 and variance 1 over some rows; a missing cell becomes the mean. */
  Table standardised(final Table over) {
    final double[][] scaled = new double[size()][width()];
    for (int j = 0; j < width(); j++) {
      final int column = j;
      final double[] seen =
          Arrays.stream(over.rows)
              .mapToDouble(row -> row[column])
              .filter(v -> !Double.isNaN(v))
              .toArray();
      final double mean = Arrays.stream(seen).average().orElse(0);
      final double variance =
          Arrays.stream(seen).map(v -> (v - mean) * (v - mean)).average().orElse(0);
      final double scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
      for (int i = 0; i < size(); i++) {
        scaled[i][j] = Double.isNaN(rows[i][j]) ? 0 : scale * (rows[i][j] - mean);
      }
    }
    return new Table(scaled, labels, classes);
  }

  /**
   * The same inner products in no more columns than there are rows: coordinates in the rows' span,
   * by Gram and Schmidt. To a linear model with an L2 prior it is the same data.
   */
  Table inSpan() {
    final List<double[]> basis = new ArrayList<>();
    final double[][] coordinates = new double[size()][size()];
    for (int i = 0; i < size(); i++) {
      final double[] rest = rows[i].clone();
      final double length = norm(rest);
      for (int k = 0; k < basis.size(); k++) {
        final double[] q = basis.get(k);
        double along = 0;
        for (int j = 0; j < q.length; j++) {
          along += q[j] * rest[j];
        }
        for (int j = 0; j < q.length; j++) {
          rest[j] -= along * q[j];
        }
        coordinates[i][k] = along;
      }
      final double left = norm(rest);
      if (left > 1e-9 * length) {
        coordinates[i][basis.size()] = left;
        basis.add(Arrays.stream(rest).map(v -> v / left).toArray());
      }
    }
    return new Table(coordinates, labels, classes);
  }

  private static double norm(final double[] v) {
    return Math.sqrt(Arrays.stream(v).map(x -> x * x).sum());
  }

  /** Row numbers in a random order. */
  List<Integer> shuffled(final java.util.Random random) {
    final List<Integer> order = new ArrayList<>(IntStream.range(0, size()).boxed().toList());
    Collections.shuffle(order, random);
    return order;
  }
}
