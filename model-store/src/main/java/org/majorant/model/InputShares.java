package org.majorant.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.majorant.features.FeatureNames;
import org.majorant.features.Origins;
import org.majorant.features.Origins.Origin;
import org.majorant.features.SparsePoint;
import org.majorant.model.Explanation.Share;

/**
 * What the inputs of a point, and their pairs, give to a score by the {@link Stack}. With its
 * features φ_j in all views, and w_j what a feature weighs in that score,
 *
 * <pre>
 *   score = Σ_j φ_j w_j = Σ_j φ_j(mean) w_j + Σ_j (φ_j − φ_j(mean)) w_j
 * </pre>
 *
 * <p>The first sum is the intercept, the terms of the second are added up by {@link Origins}.
 *
 * <p>For one thread.
 */
final class InputShares {
  private final Scorer scorer;
  private final FeatureNames published;
  private final Origins origins;
  private final MeanPoint from;
  private final SparsePoint mean;
  private final List<Origins.Part> atMean;
  private SparsePoint x;
  private List<Origins.Part> parts;
  private FeatureNames own;

  /**
   * @param scorer reads the points
   * @param published names of inputs that an example does not name itself
   */
  InputShares(final Model model, final Scorer scorer, final FeatureNames published) {
    this.scorer = scorer;
    this.published = published;
    origins = new Origins(model.spec());
    from = new MeanPoint(model);
    mean = from.point();
    atMean = origins.of(mean);
  }

  /**
   * Takes the point that the scorer has read last.
   *
   * @param named its own names
   */
  void open(final SparsePoint point, final FeatureNames named) {
    x = point;
    own = named;
    parts = origins.of(point);
  }

  /** Adds the shares in a score, and returns the intercept. */
  double add(final int vector, final List<Share> shares) {
    final Map<Origin, Double> sums = new LinkedHashMap<>();
    for (final Origins.Part part : parts) {
      sums.merge(part.origin(), gave(x, part, vector), Double::sum);
    }
    double intercept = 0;
    for (final Origins.Part part : atMean) {
      final double gave = gave(mean, part, vector);
      intercept += gave;
      sums.merge(part.origin(), -gave, Double::sum);
    }
    sums.forEach(
        (origin, gave) -> {
          if (!origin.isNeither() && gave != 0) {
            shares.add(share(origin, gave));
          }
        });
    return intercept;
  }

  private double gave(final SparsePoint point, final Origins.Part part, final int vector) {
    return part.share() * point.values[part.at()] * scorer.weight(point.indices[part.at()], vector);
  }

  private Share share(final Origin origin, final double gave) {
    if (!origin.isPair()) {
      return new Share(origin.one(), null, name(origin.one()), value(origin.one()), null, gave);
    }
    final String pair = FeatureNames.pair(nameOrIndex(origin.one()), nameOrIndex(origin.other()));
    return new Share(origin.one(), origin.other(), pair, null, null, gave);
  }

  /** As the first view has it, but not standardized. */
  private double value(final int input) {
    double value = 0;
    for (int j = 0; j < x.size && x.indices[j] <= input; j++) {
      value = x.indices[j] == input ? x.values[j] : 0;
    }
    return from.given(input, value);
  }

  private String nameOrIndex(final int input) {
    final String name = name(input);
    return name == null ? String.valueOf(input) : name;
  }

  private String name(final int input) {
    final String named = own.ofInput(input);
    return named == null ? published.ofInput(input) : named;
  }
}
