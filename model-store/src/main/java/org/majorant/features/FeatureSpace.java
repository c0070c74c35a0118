package org.majorant.features;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.majorant.clique.FactorGraphs;
import org.majorant.schema.ChoiceBuffer;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.GraphBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SequenceBuffer;
import org.majorant.schema.Squares;
import org.majorant.schema.VectorsBuffer;

/**
 * Takes a decoded example into a model's index space. Every feature vector goes the same way: each
 * feature gets its index ({@link FeatureIndex}), repeated features are added up and zeros are left
 * out; then the values are transformed, standardized and expanded, in this order; the intercept
 * comes last. Training and prediction both come through here, so they cannot differ.
 *
 * <p>Every example is either mapped or rejected with the reason. Thread-safe, unless it counts
 * names. Once the buffers have grown, nothing is allocated for an example, except for graphs of a
 * structure that is new, and two numbers for a choice.
 */
public final class FeatureSpace {
  /** The scope of a choice's only factor. */
  private static final int[] ALONE = {0};

  private static final int[] ALONE_STARTS = {0, 1};

  /** Beyond it, what an example adds to the curvature would hide the prior behind its rounding. */
  private static final double MAX_WEIGHT = 1e9;

  private final FeatureIndex index;
  private final int mappedSize;
  private final int intercept;
  private final FeatureMap[] maps;
  private final boolean renumbered; // names are not those of the mapped features
  private final LabelSet labels;
  private final FactorGraphs graphs;

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
    this(spec, moments, null);
  }

  /**
   * A space that counts the names that it hashes. It is for one thread then.
   *
   * @param moments means and variances that standardize the features; null where the spec does not
   * @param counted counts the names; null where nobody wants to know them
   */
  public FeatureSpace(final ModelSpec spec, final Moments moments, final NameCounts counted) {
    this(spec, maps(spec, moments), counted);
  }

  /**
   * A space that is mapped to only for the moments of its features: they come out as they are
   * before they are standardized.
   */
  public FeatureSpace(final ModelSpec spec, final FeatureMoments moments) {
    this(spec, List.of(moments), null);
  }

  private FeatureSpace(
      final ModelSpec spec, final List<FeatureMap> maps, final NameCounts counted) {
    final FeatureSpec features = spec.getFeatures();
    index = new FeatureIndex(features, counted);
    labels = new LabelSet(spec.getLabels());
    graphs = new FactorGraphs(spec.getMaxWidth());
    intercept = intercept(spec);
    mappedSize = Dimensions.of(spec).emissions() - (intercept < 0 ? 0 : 1);
    renumbered = features.getExpansion() instanceof RandomFourier;
    this.maps =
        Stream.concat(features.getTransforms().stream().map(ValueTransforms::of), maps.stream())
            .toArray(FeatureMap[]::new);
  }

  private static List<FeatureMap> maps(final ModelSpec spec, final Moments moments) {
    final FeatureSpec features = spec.getFeatures();
    final List<FeatureMap> maps = new ArrayList<>();
    if (FeatureMoments.areNeeded(spec)) {
      maps.add(moments == null ? FeatureSpace::refuse : new Standardization(moments));
    }
    if (features.getExpansion() instanceof Squares) {
      maps.add(new SquaredFeatures(Dimensions.inputs(features)));
    } else if (features.getExpansion() instanceof RandomFourier fourier) {
      maps.add(new FourierFeatures(Dimensions.inputs(features), fourier));
    }
    return maps;
  }

  private static void refuse(final SparsePoint x) {
    throw new IllegalStateException("features cannot be standardized without their moments");
  }

  /** Index of the intercept, the last of the emissions; -1 where the spec has none. */
  public static int intercept(final ModelSpec spec) {
    return spec.getFeatures().getIntercept() ? Dimensions.of(spec).emissions() - 1 : -1;
  }

  /** The intercept's index; -1 where there is none. */
  public int intercept() {
    return intercept;
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

  /**
   * Maps one example.
   *
   * @param in the decoded example
   * @param out receives the mapped example
   * @throws RejectedExample where the example does not fit the model; {@code out} is then undefined
   */
  public void map(final ExampleBuffer in, final SparsePoint out) throws RejectedExample {
    out.weight = weight(in);
    out.label = labels.of(in, out);
    out.logPrior = labels.logPrior(in);
    mapFeatures(in, 0, in.size, in.named, out);
  }

  /**
   * Maps one sequence, each token as an example of its own.
   *
   * @param in the decoded sequence
   * @param out receives the mapped example
   * @throws RejectedExample where a token does not fit the model; {@code out} is then undefined
   */
  public void map(final SequenceBuffer in, final SparseSequence out) throws RejectedExample {
    out.clear(weight(in));
    for (int t = 0; t < in.length; t++) {
      mapFeatures(in, in.starts[t], in.starts[t + 1], in.named[t], out.row);
      out.append(labels.of(in, in.labelOffsets[t], in.labelLengths[t]));
    }
  }

  /**
   * Maps one choice, each alternative as an example of its own.
   *
   * @param in the decoded choice
   * @param out receives the mapped example
   * @throws RejectedExample where an alternative does not fit the model, or the log-prior rules out
   *     all of them, or the chosen one; {@code out} is then undefined
   */
  public void map(final ChoiceBuffer in, final SparseGraph out) throws RejectedExample {
    final double weight = weight(in);
    final double[] logPrior = logPrior(in);
    final int[] one = {in.length};
    out.open(weight, graphs.of(1, one, 1, ALONE_STARTS, ALONE), new int[] {in.chosen});
    out.logPrior = logPrior;
    mapRows(in, out);
  }

  /**
   * Maps one graph, each configuration as an example of its own.
   *
   * @param in the decoded graph
   * @param out receives the mapped example
   * @throws RejectedExample where a configuration does not fit the model, or the graph is too wide
   *     for it; {@code out} is then undefined
   */
  public void map(final GraphBuffer in, final SparseGraph out) throws RejectedExample {
    final double weight = weight(in);
    try {
      out.open(
          weight,
          graphs.of(in.variables, in.cardinalities, in.factors, in.scopeStarts, in.scopes),
          in.states);
    } catch (final IllegalArgumentException e) {
      throw new RejectedExample(Rejection.LENGTH, "the graph is too wide: " + e.getMessage());
    }
    mapRows(in, out);
  }

  private void mapRows(final VectorsBuffer in, final SparseGraph out) throws RejectedExample {
    for (int w = 0; w < in.length; w++) {
      mapFeatures(in, in.starts[w], in.starts[w + 1], in.named[w], out.row);
      out.appendRow();
    }
  }

  private static double weight(final DecodedExample in) throws RejectedExample {
    if (!(in.weight >= 0 && in.weight <= MAX_WEIGHT)) {
      throw new RejectedExample(
          Rejection.WEIGHT, "weight " + in.weight + " is not a number from 0 to " + MAX_WEIGHT);
    }
    return in.weight;
  }

  private void mapFeatures(
      final DecodedExample in,
      final int from,
      final int to,
      final boolean named,
      final SparsePoint out)
      throws RejectedExample {
    out.reserve(to - from + 1);
    if (!place(in, from, to, named, out)) {
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

  private static double[] logPrior(final ChoiceBuffer in) throws RejectedExample {
    if (in.logPriorSize < 0) {
      return null;
    }
    double most = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < in.logPriorSize; a++) {
      if (!(in.logPrior[a] < Double.POSITIVE_INFINITY)) {
        throw new RejectedExample(
            Rejection.LOG_PRIOR, "logPrior " + in.logPrior[a] + " is not finite, nor -Infinity");
      }
      most = Math.max(most, in.logPrior[a]);
    }
    if (most == Double.NEGATIVE_INFINITY) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR, "logPrior rules out all of " + in.length + " alternatives");
    }
    if (in.chosen >= 0 && in.logPrior[in.chosen] == Double.NEGATIVE_INFINITY) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR, "logPrior rules out the chosen alternative " + in.chosen);
    }
    return in.logPrior;
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
      final float value = in.values[i];
      if (!(Math.abs(value) < Float.POSITIVE_INFINITY)) {
        throw new RejectedExample(
            Rejection.VALUE,
            "value " + value + " of feature " + in.feature(i, named) + " is not finite");
      }
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
}
