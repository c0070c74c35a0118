package org.majorant.file.spec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureSpace;
import org.majorant.features.Standardization;
import org.majorant.file.EachVector;
import org.majorant.file.ExampleReader;
import org.majorant.file.MalformedLine;
import org.majorant.schema.FeatureInterval;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.LinearConstraint;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Term;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.Spelling;

/**
 * Tries a spec on a file: which examples would be rejected and why, and where the names of one are
 * not those of the other. Nothing is learned.
 */
public final class SpecCheck {
  private static final int MOST_NAMES = 1_000_000;
  private static final int SHOWN = 10;
  private static final String INTERCEPT = "intercept";

  private final Function<RejectedExample, String> told;
  private final List<String> listed; // names by index; empty: the spec has no closed list
  private final FeatureMoments moments; // null: no feature is standardized
  private final Map<String, double[]> extremes = new HashMap<>();
  private final Map<String, Long> rejected = new TreeMap<>();
  private final Map<String, String> firstReasons = new LinkedHashMap<>();
  private final Map<String, Long> features = new LinkedHashMap<>();
  private final Map<String, Long> labels = new LinkedHashMap<>();
  private ModelSpec spec; // with the labels that have come, where they are open
  private ExampleMapper mapper;
  private long examples;
  private long unlabeled;

  /**
   * @param examples that could be read, those too that are rejected
   * @param unlabeled of which nothing is learned, since their labels were not observed
   * @param rejected kind of fault → examples that have it
   * @param reasons kind of fault → what is said of the first one
   * @param features the most frequent ones → examples that have each
   * @param labels of points → examples that have each
   * @param absentFeatures names in the spec that no example has, some of them
   * @param unknownFeatures names of examples that the spec does not list, some of them
   * @param absentLabels labels in the spec that no example has
   * @param clipped numbers far beyond those of the first examples, by which the scale is chosen
   */
  public record Report(
      long examples,
      long unlabeled,
      Map<String, Long> rejected,
      Map<String, String> reasons,
      Map<String, Long> features,
      Map<String, Long> labels,
      List<String> absentFeatures,
      List<String> unknownFeatures,
      List<String> absentLabels,
      List<String> clipped) {
    /** Whether all examples fit, and no name is one side's alone. */
    public boolean isSound() {
      return rejected.isEmpty()
          && absentFeatures.isEmpty()
          && unknownFeatures.isEmpty()
          && absentLabels.isEmpty();
    }
  }

  /**
   * @param told what is said of an example that does not fit
   */
  SpecCheck(final ModelSpec spec, final Function<RejectedExample, String> told) {
    this.told = told;
    listed = spec.getFeatures().getSpace() instanceof Named named ? named.getNames() : List.of();
    moments = FeatureMoments.areNeeded(spec) ? new FeatureMoments(spec) : null;
    know(spec);
  }

  private void know(final ModelSpec wider) {
    spec = wider;
    mapper =
        new ExampleMapper(
            spec, moments == null ? new FeatureSpace(spec) : new FeatureSpace(spec, moments));
  }

  /**
   * @throws IOException where the file cannot be read any further
   */
  public static Report of(final ModelSpec spec, final ExampleReader reader) throws IOException {
    final SpecCheck check = new SpecCheck(spec, RejectedExample::getMessage);
    for (boolean more = true; more; ) {
      try {
        final LabeledExample example = reader.read();
        more = example != null;
        if (more) {
          check.add(example, reader.place());
        }
      } catch (final MalformedLine e) {
        check.reject("malformed", e.getMessage());
      }
    }
    return check.report();
  }

  /**
   * @param place where it stands
   */
  void add(final LabeledExample example, final String place) {
    examples++;
    final Set<String> names = new LinkedHashSet<>();
    EachVector.of(example.getStructure(), vector -> addNames(vector, names));
    for (final String name : names) {
      if (features.size() < MOST_NAMES || features.containsKey(name)) {
        features.merge(name, 1L, Long::sum);
      }
    }
    if (example.getStructure() instanceof Point point && point.getLabel() instanceof String label) {
      labels.merge(label, 1L, Long::sum);
    }
    try {
      unlabeled += map(example).isLabeled() ? 0 : 1;
    } catch (final RejectedExample e) {
      reject(Spelling.of(e.reason()), place + ": " + told.apply(e));
    }
  }

  private Example map(final LabeledExample example) throws RejectedExample {
    try {
      return mapper.labeled(example);
    } catch (final RejectedExample e) {
      final Set<String> met = new LinkedHashSet<>();
      if (e.reason() != Rejection.LABEL || !mapper.meet(met)) {
        throw e;
      }
      know(OpenLabels.meeting(spec, met));
      return mapper.labeled(example);
    }
  }

  private void addNames(final Object vector, final Set<String> names) {
    if (vector instanceof NamedFeatures named) {
      names.addAll(named.getNames());
      for (int i = 0; moments != null && i < named.getValues().size(); i++) {
        final double value = named.getValues().get(i);
        if (extremes.size() < MOST_NAMES && Double.isFinite(value)) {
          final double[] both =
              extremes.computeIfAbsent(named.getNames().get(i), n -> new double[] {value, value});
          both[0] = Math.min(both[0], value);
          both[1] = Math.max(both[1], value);
        }
      }
    } else {
      ((SparseVector) vector).getIndices().forEach(index -> names.add(name(index)));
    }
  }

  private String name(final int index) {
    return index >= 0 && index < listed.size() ? listed.get(index) : Integer.toString(index);
  }

  void reject(final String kind, final String reason) {
    rejected.merge(kind, 1L, Long::sum);
    firstReasons.putIfAbsent(kind, reason);
  }

  boolean isEmpty() {
    return examples == 0;
  }

  Report report() {
    final Map<String, Long> frequent = new LinkedHashMap<>();
    features.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .limit(SHOWN)
        .forEach(each -> frequent.put(each.getKey(), each.getValue()));
    return new Report(
        examples,
        unlabeled,
        rejected,
        firstReasons,
        frequent,
        labels,
        absent(),
        listed.isEmpty() ? List.of() : some(minus(features.keySet(), Set.copyOf(listed))),
        labels.isEmpty() ? List.of() : minus(spec.getLabels(), labels.keySet()),
        clipped());
  }

  /** Not of transformed features, whose bounds are in other units. */
  private List<String> clipped() {
    if (moments == null || moments.isEmpty() || !spec.getFeatures().getTransforms().isEmpty()) {
      return List.of();
    }
    final List<String> clipped = new ArrayList<>();
    Standardization.bounds(
            spec.getFeatures(), FeatureMoments.merge(spec, List.of(moments.toMoments())))
        .forEach(
            (name, bounds) -> {
              final double[] found = extremes.get(name);
              if (found != null && (found[0] < bounds[0] || found[1] > bounds[1])) {
                clipped.add(
                    "%s (%.6g to %.6g, clipped to %.6g to %.6g)"
                        .formatted(name, found[0], found[1], bounds[0], bounds[1]));
              }
            });
    return clipped;
  }

  /** What the spec calls by name, and no example has. */
  private List<String> absent() {
    final List<String> absent = new ArrayList<>(spec.getSlices());
    absent.removeIf(slice -> features.keySet().stream().anyMatch(name -> isOf(name, slice)));
    absent.addAll(minus(named(), features.keySet()));
    return some(absent);
  }

  private static boolean isOf(final String name, final String slice) {
    return name.equals(slice) || name.startsWith(slice + "=");
  }

  /** All features that the spec calls by name. */
  private Set<String> named() {
    final Set<String> names = new LinkedHashSet<>(listed);
    names.addAll(spec.getFeatures().getNumbers());
    if (spec.getConstraints() != null) {
      spec.getConstraints().getFeatures().stream()
          .map(FeatureInterval::getFeature)
          .forEach(names::add);
      spec.getConstraints().getLinear().stream()
          .map(LinearConstraint::getTerms)
          .flatMap(List::stream)
          .map(Term::getFeature)
          .forEach(names::add);
    }
    names.remove(INTERCEPT);
    names.removeIf(this::isMade);
    return names;
  }

  /**
   * Whether a bucket or a cross makes the feature, which is in no example; or a date, of which not
   * every month need have come.
   */
  private boolean isMade(final String name) {
    return name.indexOf('^') >= 0
        || spec.getFeatures().getBuckets().stream()
            .anyMatch(bucket -> name.startsWith(bucket.getName() + "="))
        || spec.getColumns() != null
            && spec.getColumns().getDate().stream()
                .anyMatch(column -> name.startsWith(column + "."));
  }

  private static List<String> minus(final Iterable<String> names, final Set<String> others) {
    final List<String> left = new ArrayList<>();
    names.forEach(name -> left.addAll(others.contains(name) ? List.of() : List.of(name)));
    return left;
  }

  private static List<String> some(final List<String> names) {
    return names.stream().limit(SHOWN).toList();
  }
}
