package org.majorant.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A line {@code label index:value ...}: labels count from 0, indices from 1. A file of sentences
 * has a line a token, and an empty line after each sentence.
 *
 * @param indices ascending
 */
record Row(int label, int[] indices, double[] values) {
  /** All of a file. */
  static List<Row> read(final Path file) throws IOException {
    final List<Row> rows = new ArrayList<>();
    for (final List<Row> sentence : sentences(file)) {
      rows.addAll(sentence);
    }
    return rows;
  }

  /** The largest index; 0 where there is none. */
  int last() {
    return indices.length == 0 ? 0 : indices[indices.length - 1];
  }

  /** Those between empty lines. */
  static List<List<Row>> sentences(final Path file) throws IOException {
    final List<List<Row>> sentences = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (final String line : Files.readAllLines(file)) {
      if (line.isEmpty()) {
        sentences.add(rows);
        rows = new ArrayList<>();
      } else {
        rows.add(of(line));
      }
    }
    if (!rows.isEmpty()) {
      sentences.add(rows);
    }
    return sentences;
  }

  /** That of a line with a label. */
  static Row of(final String line) {
    final String[] tokens = line.split(" ");
    final int[] indices = new int[tokens.length - 1];
    final double[] values = new double[indices.length];
    for (int i = 0; i < indices.length; i++) {
      final int colon = tokens[i + 1].indexOf(':');
      indices[i] = Integer.parseInt(tokens[i + 1].substring(0, colon));
      values[i] = Double.parseDouble(tokens[i + 1].substring(colon + 1));
    }
    return new Row(Integer.parseInt(tokens[0]), indices, values);
  }
}
