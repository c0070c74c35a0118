package org.majorant.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;

/**
 * What a spec file makes of dense features, after their transforms and in this order:
 *
 * <pre>
 *   features:
 *     dimension: 16            # or names; of hashed features only the first two fields
 *     standardize: 1000        # by mean and variance of the first 1000 feature vectors, which
 *                              # then stay; true: 1000. A feature not given is zero
 *     numbers: [age, fee]      # of hashed features: those that are standardized
 *     quadratic: true          # [x, x²]
 *     rff: 256                 # or so many random Fourier features, drawn from the seed, for a
 *     bandwidth: 4             # Gaussian kernel exp(-|x - y|²/2·4²)
 *     seed: 1
 * </pre>
 */
final class SpecExpansion {
  private static final int STANDARD = 1000;

  /** Their moments are in every base and every version's head. */
  private static final int MOST_STANDARDIZED = 10_000;

  private static final int MOST_FOURIER = 65_536;
  private static final long MOST_PROJECTIONS = 4_000_000;

  /** 1 / variance of the function that is learned, in logits, before any data. */
  private static final double FOURIER_PRECISION = 0.03;

  /** Below, projections of finite values might not be finite. */
  private static final double LEAST_BANDWIDTH = 1e-30;

  private SpecExpansion() {}

  /** How many feature vectors standardize the others; 0: none. */
  static int standardize(final Field features, final Object space) {
    final Field field = features.get("standardize");
    if (isOff(field)) {
      return 0;
    }
    if (space instanceof Hashed && features.get("numbers").isAbsent()) {
      field.fault("needs 'numbers: [...]', the names of the hashed features that are numbers");
    }
    if (inputs(space) > MOST_STANDARDIZED) {
      field.fault("is for at most " + MOST_STANDARDIZED + " features, not " + inputs(space));
    }
    return field.isWord("true") ? STANDARD : field.integer(STANDARD, 2, 1_000_000);
  }

  private static boolean isOff(final Field standardize) {
    return standardize.isAbsent() || standardize.isWord("false");
  }

  /** Which of the hashed features are standardized. */
  static List<String> numbers(final Field features, final Object space) {
    final Field field = features.get("numbers");
    if (field.isAbsent()) {
      return List.of();
    }
    if (!(space instanceof Hashed)) {
      field.fault("is for hashed features; of others all are standardized");
    }
    if (isOff(features.get("standardize"))) {
      field.fault("goes with standardize");
    }
    final List<String> names = field.words();
    if (names.isEmpty() || names.size() > MOST_STANDARDIZED) {
      field.fault("must have 1 to " + MOST_STANDARDIZED + " names");
    }
    return names;
  }

  /** What is made of the features; null: nothing. */
  static Object read(final Field features, final Object space) {
    final boolean quadratic = features.get("quadratic").flag(false);
    final Field rff = features.get("rff");
    if (rff.isAbsent()) {
      for (final String part : List.of("bandwidth", "seed")) {
        if (!features.get(part).isAbsent()) {
          features.get(part).fault("goes with rff");
        }
      }
      if (quadratic) {
        requireDense(features.get("quadratic"), space);
      }
      return quadratic ? new Squares() : null;
    }
    if (quadratic) {
      features.fault("give one of quadratic, rff");
    }
    return fourier(features, space);
  }

  private static RandomFourier fourier(final Field features, final Object space) {
    final Field rff = features.get("rff");
    requireDense(rff, space);
    final int count = rff.integer(256, 1, MOST_FOURIER);
    if (count * (long) inputs(space) > MOST_PROJECTIONS) {
      rff.fault(
          "%d x %d projections are over the limit of %d"
              .formatted(count, inputs(space), MOST_PROJECTIONS));
    }
    final Field bandwidth = features.get("bandwidth");
    if (bandwidth.isAbsent()) {
      bandwidth.fault("is needed by rff: the distance at which examples cease to be alike");
    }
    final double width = bandwidth.positive(1);
    if (width < LEAST_BANDWIDTH) {
      bandwidth.fault("must be at least " + LEAST_BANDWIDTH);
    }
    return new RandomFourier(
        count, width, (long) features.get("seed").integer(1, 0, Integer.MAX_VALUE));
  }

  /**
   * λ of random Fourier features where none is given: 0.03 D. A kernel's prior is w ~ N(0, I/c) in
   * the units of φ, whatever D is; λ is in units of a feature's mean square, and φ's is 1/D.
   */
  static double strength(final RandomFourier fourier) {
    return FOURIER_PRECISION * fourier.getFeatures();
  }

  /** Writes what {@link #standardize} and {@link #read} read. */
  static void write(final FeatureSpec spec, final ObjectNode features) {
    if (spec.getStandardize() > 0) {
      features.put("standardize", spec.getStandardize());
      if (!spec.getNumbers().isEmpty()) {
        spec.getNumbers().forEach(features.putArray("numbers")::add);
      }
    }
    if (spec.getExpansion() instanceof Squares) {
      features.put("quadratic", true);
    } else if (spec.getExpansion() instanceof RandomFourier fourier) {
      features.put("rff", fourier.getFeatures());
      features.set("bandwidth", SpecTree.number(fourier.getBandwidth()));
      features.put("seed", fourier.getSeed());
    }
  }

  private static void requireDense(final Field field, final Object space) {
    if (space instanceof Hashed) {
      field.fault("needs features by dimension or names, not hashed ones");
    }
  }

  private static int inputs(final Object space) {
    return space instanceof Indexed indexed
        ? indexed.getDimension()
        : space instanceof Named named ? named.getNames().size() : 0;
  }
}
