package org.majorant.file;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.majorant.features.Structure;
import org.majorant.file.kind.SampledValues;
import org.majorant.file.kind.ValueKind;
import org.majorant.schema.Columns;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Named;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Task;
import org.majorant.spec.SpecFields;

/**
 * What a spec says and a file only shows: the closed set of labels, and the feature space. One pass
 * over the examples of a file finds both, so that a file can be learned from before anyone has
 * written a spec.
 */
public final class DataSummary {
  /** More distinct names than this are hashed rather than listed. */
  static final int MOST_NAMES = 10_000;

  /** Names are hashed to 2^18 = 262,144 indices. */
  static final int HASH_BITS = 18;

  private final Format format;
  private final Layout layout;
  private final Map<String, Long> labels = new LinkedHashMap<>();
  private final Set<String> names = new LinkedHashSet<>();
  private int largestIndex = -1;
  private final SampledValues values = new SampledValues();
  private long rows;
  private Task task;

  /**
   * @param format of the file: words are hashed even while they are few, since the next text brings
   *     new ones
   * @param layout that the file is read with
   */
  public DataSummary(final Format format, final Layout layout) {
    this.format = format;
    this.layout = layout;
  }

  /** Takes one more example into account. */
  public void add(final LabeledExample example) {
    final Object structure = example.getStructure();
    task = task == null ? Structure.taskOf(structure) : task;
    if (structure instanceof Sequence sequence) {
      sequence.getLabels().forEach(this::addLabel);
    } else if (structure instanceof Point point) {
      addLabel(point.getLabel());
      if (format != Format.TEXT) {
        values.add(point.getFeatures());
      }
    }
    EachVector.of(structure, this::addFeatures);
    rows++;
  }

  /** One label, a list of those that it may be, or null where it was not observed. */
  private void addLabel(final Object label) {
    if (label instanceof List<?> several) {
      several.forEach(this::addLabel);
    } else if (label != null) {
      labels.merge((String) label, 1L, Long::sum);
    }
  }

  private void addFeatures(final Object part) {
    if (part instanceof SparseVector vector) {
      for (final int index : vector.getIndices()) {
        largestIndex = Math.max(largestIndex, index);
      }
    } else if (part instanceof NamedFeatures named) {
      names.addAll(hashed() ? List.of() : named.getNames());
    }
  }

  /** The distinct labels, {@link #sorted}. */
  public List<String> labels() {
    return sorted(labels.keySet());
  }

  /** How many examples, or tokens of sequences, have each label, in the same order. */
  public Map<String, Long> labelCounts() {
    final Map<String, Long> counts = new LinkedHashMap<>();
    labels().forEach(label -> counts.put(label, labels.get(label)));
    return counts;
  }

  /**
   * Labels, ascending as numbers if all are numbers ({@code -1}, {@code +1}; {@code 9} before
   * {@code 10}), else as text.
   */
  public static List<String> sorted(final Collection<String> labels) {
    final List<String> sorted = new ArrayList<>(labels);
    sorted.sort(Comparator.naturalOrder());
    if (sorted.stream().allMatch(DataSummary::isNumber)) {
      sorted.sort(Comparator.comparing(Double::valueOf));
    }
    return sorted;
  }

  private static boolean isNumber(final String label) {
    try {
      Double.parseDouble(label);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** What is learned from the file: that to which its first example belongs. */
  public Task task() {
    return task == null ? Task.MULTICLASS : task;
  }

  /** What the columns of the file are; null where nobody has said anything of them. */
  public Columns columns() {
    return layout.columns();
  }

  /** How many examples have been seen. */
  public long rows() {
    return rows;
  }

  /**
   * The feature space of the file: indices up to the largest; names listed in order of appearance
   * where they are few; words, many names, or indices and names together hashed. With an intercept
   * where the task takes one, and the transforms of its {@link #kind}.
   */
  public FeatureSpec features() {
    return new FeatureSpec(
        space(),
        SpecFields.takes(task(), "features.intercept"),
        kind().transforms(),
        SpecFields.takes(task(), "features.templates") ? layout.templates() : List.of(),
        0,
        null,
        List.of(),
        List.of(),
        List.of());
  }

  /** What the values of the features are; of texts they are counts of words. */
  public ValueKind kind() {
    if (format == Format.TEXT) {
      return ValueKind.COUNTS;
    }
    if (task() != Task.MULTICLASS) {
      return ValueKind.OTHERS;
    }
    final ValueKind kind = values.kind(format.isTable());
    return kind == ValueKind.NUMBERS && !canStandardize() ? ValueKind.OTHERS : kind;
  }

  private boolean canStandardize() {
    final int numbers = values.numbers().size();
    return space() instanceof Indexed indexed
        ? indexed.getDimension() <= SampledValues.MOST_NUMBERS
        : largestIndex < 0 && numbers <= SampledValues.MOST_NUMBERS;
  }

  /** Names of those features that are not always 0 or 1; empty where features have indices. */
  public List<String> numbers() {
    return values.numbers();
  }

  private Object space() {
    if (hashed() || largestIndex >= 0 && !names.isEmpty()) {
      return new Hashed(HASH_BITS);
    }
    return largestIndex >= 0 ? new Indexed(largestIndex + 1) : new Named(List.copyOf(names));
  }

  private boolean hashed() {
    return format == Format.TEXT || task == Task.SEQUENCE || names.size() > MOST_NAMES;
  }
}
