package org.majorant.features;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NameCount;

/**
 * Which names a model's head has: at most {@link #MOST}, half of them of the features whose weights
 * are largest, the rest of the features that come by most. What people look at are the heaviest
 * weights, and those are seldom of frequent features: of the twenty heaviest a label of CoNLL-2002
 * Spanish, half are among the 2,048 most frequent, and all among the 512 heaviest.
 *
 * <p>A weight moves when its feature comes by, and then its name comes by, too. So it is enough to
 * choose anew at each version, among the names of the last one and those that came since.
 */
public final class NameDictionary {
  /** Names in a head. */
  public static final int MOST = 2048;

  /** Names that it knows between two choices, beside those chosen; more are passed over. */
  private static final int FRESH = 8 * MOST;

  static final Comparator<NameCount> BY_COUNT =
      Comparator.comparingLong((NameCount n) -> -n.getCount()).thenComparing(NameCount::getName);

  private ModelSpec spec;
  private int vectors;
  private final Map<String, Long> counts = new HashMap<>();
  private int chosen;

  /** A name that may be chosen. */
  private record Candidate(NameCount name, double weight) {}

  private static final Comparator<Candidate> BY_WEIGHT =
      Comparator.comparingDouble((Candidate c) -> -c.weight)
          .thenComparing(Candidate::name, BY_COUNT);

  /**
   * @param spec one whose features {@link FeatureNames#areCounted}
   */
  public NameDictionary(final ModelSpec spec) {
    know(spec);
  }

  /** The spec knows more labels. */
  public void know(final ModelSpec wider) {
    spec = wider;
    vectors = Dimensions.of(wider).vectors();
  }

  /**
   * The names in some records, for the head of a model that has been trained on them; none where
   * the spec's features need none. Records that do not fit the model are passed over.
   *
   * @param theta the model's weights
   */
  public static List<NameCount> of(
      final ModelSpec spec,
      final Moments moments,
      final List<byte[]> records,
      final double[] theta) {
    if (!FeatureNames.areCounted(spec)) {
      return List.of();
    }
    final NameDictionary dictionary = new NameDictionary(spec);
    final NameCounts names = new NameCounts();
    final ExampleMapper mapper =
        new ExampleMapper(
            spec,
            new FeatureSpace(spec, moments, names, null),
            new ExampleDecoder(Integer.MAX_VALUE));
    for (final byte[] record : records) {
      mapper.fits(record);
      dictionary.add(names.take());
      if (dictionary.isFull()) {
        dictionary.choose(theta);
      }
    }
    return dictionary.choose(theta);
  }

  /** Goes on from the names of a version. */
  public void restore(final List<NameCount> names) {
    add(names);
    chosen = counts.size();
  }

  /** Takes the names that came by. */
  public void add(final List<NameCount> names) {
    for (final NameCount name : names) {
      if (!isFull() || counts.containsKey(name.getName())) {
        counts.merge(name.getName(), name.getCount(), Long::sum);
      }
    }
  }

  private boolean isFull() {
    return counts.size() >= chosen + FRESH;
  }

  /**
   * The names for a version, by falling count.
   *
   * @param theta its weights
   */
  public List<NameCount> choose(final double[] theta) {
    final List<Candidate> candidates = new ArrayList<>(counts.size());
    counts.forEach(
        (name, count) ->
            candidates.add(new Candidate(new NameCount(name, count), heaviest(name, theta))));
    if (candidates.size() > MOST) {
      candidates.sort(BY_WEIGHT);
      final List<Candidate> lighter = candidates.subList(MOST / 2, candidates.size());
      lighter.sort(Comparator.comparing(Candidate::name, BY_COUNT));
      lighter.subList(MOST - MOST / 2, lighter.size()).clear();
    }
    final List<NameCount> names =
        candidates.stream().map(Candidate::name).sorted(BY_COUNT).toList();
    counts.clear();
    restore(names);
    return names;
  }

  /** The largest weight of a feature, either sign, for any label. */
  private double heaviest(final String name, final double[] theta) {
    final int index = FeatureNames.index(name, spec);
    double heaviest = 0;
    for (int k = index * vectors; k < (index + 1) * vectors; k++) {
      heaviest = Math.max(heaviest, Math.abs(theta[k]));
    }
    return heaviest;
  }
}
