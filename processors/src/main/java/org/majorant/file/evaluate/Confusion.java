package org.majorant.file.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which label was predicted where which was right.
 *
 * @param labels in the spec's order
 * @param counts of examples, of sequences of tokens; a row a right label, a column a predicted one
 */
public record Confusion(List<String> labels, long[][] counts) {
  private static final int MOST_ERRORS = 10;

  /** One kind of error. */
  private record Mistake(int label, int predicted, long count) {}

  /**
   * What a tally says.
   *
   * @param counts row by row
   * @return null where it says nothing
   */
  public static Confusion of(final List<String> labels, final List<Long> counts) {
    if (counts.isEmpty()) {
      return null;
    }
    final Confusion confusion = empty(labels);
    for (int i = 0; i < counts.size(); i++) {
      confusion.counts[i / labels.size()][i % labels.size()] = counts.get(i);
    }
    return confusion;
  }

  public static Confusion empty(final List<String> labels) {
    return new Confusion(labels, new long[labels.size()][labels.size()]);
  }

  public void add(final int label, final int predicted) {
    counts[label][predicted]++;
  }

  /** How well the examples of each label were found, in the spec's order. */
  public List<LabelScores> byLabel() {
    final List<LabelScores> scores = new ArrayList<>();
    for (int y = 0; y < counts.length; y++) {
      long predicted = 0;
      for (final long[] row : counts) {
        predicted += row[y];
      }
      final long count = Arrays.stream(counts[y]).sum();
      scores.add(new LabelScores(labels.get(y), EntityScores.of(count, predicted, counts[y][y])));
    }
    return scores;
  }

  /**
   * For people: the table where it fits, else the most frequent mistakes; under a line that says
   * which.
   *
   * @param width of a line
   */
  public List<String> lines(final int width) {
    final int cell = Math.max(longest(), "%,d".formatted(most()).length());
    return longest() + labels.size() * (2 + cell) <= width ? table(cell) : mistakes();
  }

  private List<String> table(final int cell) {
    final String name = "%-" + longest() + "s";
    final List<String> lines = new ArrayList<>();
    lines.add("confusion    a row a right label, a column a predicted one");
    final StringBuilder header = new StringBuilder(name.formatted(""));
    labels.forEach(label -> header.append(("  %" + cell + "s").formatted(label)));
    lines.add(header.toString());
    for (int y = 0; y < counts.length; y++) {
      final StringBuilder row = new StringBuilder(name.formatted(labels.get(y)));
      for (final long count : counts[y]) {
        row.append(("  %," + cell + "d").formatted(count));
      }
      lines.add(row.toString());
    }
    return lines;
  }

  private List<String> mistakes() {
    final List<Mistake> mistakes = new ArrayList<>();
    for (int y = 0; y < counts.length; y++) {
      for (int predicted = 0; predicted < counts.length; predicted++) {
        if (predicted != y && counts[y][predicted] > 0) {
          mistakes.add(new Mistake(y, predicted, counts[y][predicted]));
        }
      }
    }
    mistakes.sort(Comparator.comparingLong(Mistake::count).reversed());
    final List<String> lines = new ArrayList<>();
    lines.add("confusion    the most frequent mistakes: right label, predicted one");
    final String form = "%%-%ds  %%-%1$ds  %%,9d".formatted(longest());
    mistakes.stream()
        .limit(MOST_ERRORS)
        .map(m -> form.formatted(labels.get(m.label), labels.get(m.predicted), m.count))
        .forEach(lines::add);
    return lines;
  }

  private int longest() {
    return labels.stream().mapToInt(String::length).max().orElse(0);
  }

  private long most() {
    return Arrays.stream(counts).flatMapToLong(Arrays::stream).max().orElse(0);
  }
}
