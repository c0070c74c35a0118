package org.majorant.file.kind;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.SparseVector;

/**
 * The values of a file's points, one vector a row: the signs of all, and how often the features
 * come in the first 10,000 rows, so that a wide file takes no more memory than that.
 */
public final class SampledValues {
  private static final int SAMPLE = 10_000;

  /** More are not standardized. */
  public static final int MOST_NUMBERS = 10_000;

  /** More values of a row make too many pairs. */
  public static final int MOST_PAIRED = 24;

  private final Map<Object, Seen> features = new HashMap<>();
  private final Set<String> numbers = new TreeSet<>();
  private long rows;
  private boolean indicators = true;
  private boolean negative;
  private boolean whole = true;
  private boolean categories;

  /** How often a feature was seen in the sample. */
  private static final class Seen {
    private long present;
    private long other; // than 1
  }

  /**
   * Takes the vector of one more row.
   *
   * @param vector a {@link SparseVector} or {@link NamedFeatures}
   */
  public void add(final Object vector) {
    rows++;
    if (vector instanceof SparseVector sparse) {
      add(sparse.getIndices(), sparse.getValues());
    } else if (vector instanceof NamedFeatures named) {
      add(named.getNames(), named.getValues());
    }
  }

  private void add(final List<?> keys, final List<Float> values) {
    for (int i = 0; i < keys.size(); i++) {
      final float value = values.isEmpty() ? 1 : values.get(i);
      if (value != 0) {
        add(keys.get(i), value);
      }
    }
  }

  private void add(final Object feature, final float value) {
    if (value != 1) {
      indicators = false;
      negative |= value < 0;
      whole &= value == Math.rint(value);
      if (feature instanceof String name && numbers.size() <= MOST_NUMBERS) {
        numbers.add(name);
      }
    } else if (feature instanceof String name) {
      categories |= name.indexOf('=') >= 0;
    }
    if (rows <= SAMPLE) {
      final Seen seen = features.computeIfAbsent(feature, f -> new Seen());
      seen.present++;
      seen.other += value == 1 ? 0 : 1;
    }
  }

  /**
   * @param table whether each column means something by itself; then counts are whole, and fill a
   *     wide table alone
   */
  public ValueKind kind(final boolean table) {
    final long sampled = Math.min(rows, SAMPLE);
    if (indicators) {
      final boolean pairs = present() >= 2 * sampled && present() <= MOST_PAIRED * sampled;
      return table && pairs ? ValueKind.CATEGORIES : ValueKind.INDICATORS;
    }
    final SparseCounts counts = new SparseCounts(sampled);
    features.values().forEach(each -> counts.add(each.present, each.other));
    final boolean bag =
        !table || whole && !categories && features.size() >= SparseCounts.LEAST_COLUMNS;
    if (bag && !negative && counts.hold()) {
      return ValueKind.COUNTS;
    }
    return table || isDense(sampled) ? ValueKind.NUMBERS : ValueKind.OTHERS;
  }

  /** At least half of all cells are not zero; of words and codes they are seldom that dense. */
  private boolean isDense(final long sampled) {
    return 2 * present() >= sampled * features.size();
  }

  /** How many cells of the sample are not zero. */
  private long present() {
    return features.values().stream().mapToLong(each -> each.present).sum();
  }

  /** Names of features that are not always 0 or 1, in alphabetical order; too many, if more. */
  public List<String> numbers() {
    return List.copyOf(numbers);
  }
}
