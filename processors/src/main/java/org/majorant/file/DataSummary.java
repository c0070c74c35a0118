package org.majorant.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.majorant.features.FeatureTemplates;
import org.majorant.schema.Choice;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Graph;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Named;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Task;
import org.majorant.schema.Transform;

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
  private final List<String> templates;
  private final Set<String> labels = new LinkedHashSet<>();
  private final Set<String> names = new LinkedHashSet<>();
  private int largestIndex = -1;
  private boolean choices;
  private boolean graphs;
  private boolean sequences;

  /**
   * @param format of the file: words are hashed even while they are few, since the next text brings
   *     new ones
   */
  public DataSummary(final Format format) {
    this(format, FeatureTemplates.DEFAULT);
  }

  /**
   * @param format as above
   * @param templates that the file's sentences were read with, if it has sentences
   */
  public DataSummary(final Format format, final List<String> templates) {
    this.format = format;
    this.templates = templates;
  }

  /** Takes one more example into account. */
  public void add(final LabeledExample example) {
    if (example.getStructure() instanceof Sequence sequence) {
      sequences = true;
      sequence.getLabels().stream().filter(Objects::nonNull).forEach(labels::add);
      return;
    }
    if (example.getStructure() instanceof Choice choice) {
      choices = true;
      choice.getAlternatives().forEach(this::addFeatures);
      return;
    }
    if (example.getStructure() instanceof Graph graph) {
      graphs = true;
      graph.getFactors().forEach(f -> f.getConfigurations().forEach(this::addFeatures));
      return;
    }
    final Point point = (Point) example.getStructure();
    if (point.getLabel() instanceof List<?> several) {
      several.forEach(label -> labels.add((String) label));
    } else if (point.getLabel() != null) {
      labels.add((String) point.getLabel());
    }
    addFeatures(point.getFeatures());
  }

  private void addFeatures(final Object features) {
    if (features instanceof SparseVector vector) {
      for (final int index : vector.getIndices()) {
        largestIndex = Math.max(largestIndex, index);
      }
    } else if (features instanceof NamedFeatures named && !hashed()) {
      names.addAll(named.getNames());
    }
  }

  /**
   * The distinct labels: ascending as numbers if all are numbers ({@code -1}, {@code +1}; {@code 9}
   * before {@code 10}), else as text.
   */
  public List<String> labels() {
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

  /** What is learned from the file. */
  public Task task() {
    if (sequences) {
      return Task.SEQUENCE;
    }
    if (graphs) {
      return Task.GRAPH;
    }
    return choices ? Task.CHOICE : Task.MULTICLASS;
  }

  /** The feature space of the file, with the transforms usual for its format. */
  public FeatureSpec features() {
    return features(format.transforms());
  }

  /**
   * The feature space of the file: indices up to the largest; names listed in order of appearance
   * where they are few; words, many names, or indices and names together hashed. With intercept,
   * but for choices and graphs.
   *
   * @param transforms of the features, in order
   */
  public FeatureSpec features(final List<Transform> transforms) {
    return new FeatureSpec(
        space(),
        !choices && !graphs,
        List.copyOf(transforms),
        task() == Task.SEQUENCE ? templates : List.of(),
        0,
        null);
  }

  private Object space() {
    if (hashed() || largestIndex >= 0 && !names.isEmpty()) {
      return new Hashed(HASH_BITS);
    }
    return largestIndex >= 0 ? new Indexed(largestIndex + 1) : new Named(List.copyOf(names));
  }

  private boolean hashed() {
    return format == Format.TEXT || sequences || names.size() > MOST_NAMES;
  }
}
