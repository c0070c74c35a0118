package org.majorant.features;

import java.util.List;
import java.util.stream.Stream;
import org.majorant.clique.FactorGraphs;
import org.majorant.cross.MadeFeatures;
import org.majorant.cross.NamedVector;
import org.majorant.features.Standardization.ClippedCounts;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Inference;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.slice.SliceValues;

/**
 * Takes a decoded example into a model's index space. Every feature vector goes the same way: each
 * feature gets its index ({@link FeatureIndex}), and so do those that are made of others by name
 * ({@link MadeFeatures}); repeated features are added up and zeros are left out; then the values
 * are transformed, standardized and expanded, in this order; the intercept comes last. Training and
 * prediction both come through here, so they cannot differ.
 *
 * <p>Every example is either mapped or rejected with the reason. Thread-safe, unless it counts
 * names. Once the buffers have grown, nothing is allocated for an example, except for graphs and
 * matchings of a structure that is new, two numbers for a choice, the edge of a bucket, two or
 * three positions for a cross of the spec, and two flags a label for a sequence of which the spec
 * or its log-prior rules something out.
 */
public final class FeatureSpace {
  private final FeatureIndex index;
  private final MadeFeatures made; // null: none
  private final int mappedSize;
  private final int intercept; // -1 where there is none, or each view has one
  private final Views views; // null: there are none
  private final FeatureMap[] maps;
  private final boolean renumbered; // names are not those of the mapped features
  private final double maxWeight;
  private final LabelSet labels;
  private final LabelOrder order;
  private final FactorGraphs graphs;
  private final int maxEdges;
  private final boolean exact; // no graph is covered by forests
  private final ExampleRoom room;
  private final ModelSpec sliced; // null: it has no slices

  /** The space of a spec; where the spec standardizes features, it maps no example. */
  public FeatureSpace(final ModelSpec spec) {
    this(spec, (Moments) null);
  }

  /**
   * The space of a spec whose features may be standardized.
   *
   * @param moments means and variances that standardize the features; null where the spec does not
   */
  public FeatureSpace(final ModelSpec spec, final Moments moments) {
    this(spec, moments, null, null);
  }

  /**
   * A space that counts the names that it hashes, and the values that it clips. It is for one
   * thread then.
   *
   * @param counted counts the names; null where nobody wants to know them
   * @param clipped counts the values; null likewise
   */
  public FeatureSpace(
      final ModelSpec spec,
      final Moments moments,
      final NameCounts counted,
      final ClippedCounts clipped) {
    this(spec, FeatureMap.of(spec, moments, clipped), counted, ExampleRoom.of(spec));
  }

  /** A space of a spec that does not standardize, with other room for examples. */
  public FeatureSpace(final ModelSpec spec, final ExampleRoom room) {
    this(spec, FeatureMap.of(spec, null, null), null, room);
  }

  /**
   * A space that is mapped to only for the moments of its features: they come out as they are
   * before they are standardized.
   */
  public FeatureSpace(final ModelSpec spec, final FeatureMoments moments) {
    this(spec, List.of(moments), null, ExampleRoom.of(spec));
  }

  private FeatureSpace(
      final ModelSpec spec,
      final List<FeatureMap> maps,
      final NameCounts counted,
      final ExampleRoom room) {
    this.room = room;
    final FeatureSpec features = spec.getFeatures();
    index = new FeatureIndex(features, counted);
    made = MadeFeatures.of(features);
    maxWeight = spec.getMaxWeight();
    labels = new LabelSet(spec);
    order = new LabelOrder(spec);
    graphs = room.graphs(spec);
    exact = spec.getInference() == Inference.EXACT;
    maxEdges = spec.getMaxEdges();
    sliced = spec.getSlices().isEmpty() ? null : spec;
    views = Views.areIn(spec) ? Views.of(spec) : null;
    intercept = intercept(spec);
    mappedSize = Dimensions.of(spec).emissions() - (intercept < 0 ? 0 : 1);
    renumbered = features.getExpansion() instanceof RandomFourier;
    this.maps =
        Stream.concat(features.getTransforms().stream().map(FeatureMap::of), maps.stream())
            .toArray(FeatureMap[]::new);
  }

  /**
   * Index of the intercept, the last of the emissions; -1 where the spec has none, or each view.
   */
  public static int intercept(final ModelSpec spec) {
    return spec.getFeatures().getIntercept() && !Views.areIn(spec)
        ? Dimensions.of(spec).emissions() - 1
        : -1;
  }

  /** The intercept's index; -1 where there is none. */
  public int intercept() {
    return intercept;
  }

  /** Whether a feature is always one: the intercept, or that of a view. */
  public boolean isIntercept(final int feature) {
    return views == null ? feature == intercept : views.isIntercept(feature);
  }

  /**
   * The index of a feature as spec files call it: {@code intercept} where the spec has one, a name,
   * or an index; in a hashed space up to nine digits are an index. Random Fourier features have an
   * index only. -1 where the space has no such feature.
   */
  public int indexOf(final String feature) {
    if (intercept >= 0 && feature.equals("intercept")) {
      return intercept;
    }
    final int listed = index.listed(feature);
    return listed == FeatureIndex.ABSENT || renumbered
        ? index.written(feature, mappedSize)
        : listed;
  }

  /** The model's labels. */
  LabelSet labels() {
    return labels;
  }

  /** How labels may follow one another. */
  LabelOrder order() {
    return order;
  }

  /** The structures of graphs that came before. */
  FactorGraphs graphs() {
    return graphs;
  }

  /** Most candidate edges of a matching. */
  int maxEdges() {
    return maxEdges;
  }

  /** What reads the values by which losses are counted; null: the spec has no slices. */
  SliceValues slices() {
    return sliced == null ? null : SliceValues.of(sliced);
  }

  /** Whether buckets or crosses are made of features. */
  boolean makesFeatures() {
    return made != null;
  }

  /** How large an example may be. */
  ExampleRoom room() {
    return room;
  }

  /** Of a graph that {@link #graphs} refuse, with what can be done about it. */
  RejectedExample tooWide(final IllegalArgumentException reason) {
    return new RejectedExample(
        Rejection.LENGTH,
        "the graph is too wide: "
            + reason.getMessage()
            + (exact ? "; 'inference: trw' takes wider ones" : ""));
  }

  /** The weight of an example; one that is out of range is rejected. */
  double weight(final DecodedExample in) throws RejectedExample {
    return weight(in, 1);
  }

  /** The same times the weight of its label. */
  double weight(final DecodedExample in, final double ofLabel) throws RejectedExample {
    final double weight = in.weight * ofLabel;
    if (!(weight >= 0 && weight <= maxWeight)) {
      throw new RejectedExample(
          Rejection.WEIGHT,
          "weight " + weight + " is not a number from 0 to the spec's max-weight, " + maxWeight);
    }
    return weight;
  }

  /**
   * Maps one feature vector.
   *
   * @param in has it from one position to another, by name or by index
   * @param out receives it
   * @throws RejectedExample where a feature or a value does not fit the model
   */
  void map(
      final DecodedExample in,
      final int from,
      final int to,
      final boolean named,
      final SparsePoint out)
      throws RejectedExample {
    out.reserve(to - from + 1);
    if (made != null) {
      placeMade(in, from, to, named, out);
      out.sortAndMerge();
    } else if (!place(in, from, to, named, out)) {
      out.sortAndMerge();
    }
    for (final FeatureMap map : maps) {
      map.apply(out);
    }
    if (intercept >= 0) {
      out.indices[out.size] = intercept;
      out.values[out.size++] = 1;
    }
  }

  /** Indices and values without zeros; returns whether the indices ascend already. */
  private boolean place(
      final DecodedExample in,
      final int from,
      final int to,
      final boolean named,
      final SparsePoint out)
      throws RejectedExample {
    final int[] indices = out.indices;
    final double[] values = out.values;
    int n = 0;
    int last = -1;
    boolean ascending = true;
    for (int i = from; i < to; i++) {
      final float value = finite(in, i, named);
      final int at = index.of(in, i, named);
      if (value != 0 && at != FeatureIndex.ABSENT) {
        ascending &= at > last;
        last = at;
        indices[n] = at;
        values[n++] = value;
      }
    }
    out.size = n;
    return ascending;
  }

  /** The same with features that are made of others, in any order. */
  private void placeMade(
      final DecodedExample in,
      final int from,
      final int to,
      final boolean named,
      final SparsePoint out)
      throws RejectedExample {
    for (int i = from; i < to; i++) {
      finite(in, i, named);
    }
    final NamedVector names = out.names;
    made.make(in, from, to, named, names);
    out.reserve(names.size + 1);
    for (int i = 0; i < names.size; i++) {
      out.indices[i] = index.ofName(names.text, names.offsets[i], names.lengths[i]);
      out.values[i] = names.values[i];
    }
    out.size = names.size;
  }

  /** The value of a feature; one that is not finite is rejected. */
  private static float finite(final DecodedExample in, final int i, final boolean named)
      throws RejectedExample {
    final float value = in.values[i];
    if (!(Math.abs(value) < Float.POSITIVE_INFINITY)) {
      throw new RejectedExample(
          Rejection.VALUE,
          "value " + value + " of feature " + in.feature(i, named) + " is not finite");
    }
    return value;
  }
}
