package org.majorant.features;

import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;

/**
 * The sizes that follow from a spec. Sequences have their transitions at the end of the index
 * space: the weight of index {@code emissions() + u}, vector v is that of the label v after u.
 *
 * @param labels number of labels; only points and sequences have any
 * @param states hidden states a label, m; 1: none. Those of a label follow one another
 * @param vectors weight vectors: one for two labels (that of the second) and where there are none,
 *     else one a label, or one a hidden state; sequences always have one a label
 * @param features size of the index space, with the intercept and the transitions
 * @param transitions how many of them are transitions: one a label for sequences, else none
 */
public record Dimensions(int labels, int states, int vectors, int features, int transitions) {
  public static Dimensions of(final ModelSpec spec) {
    final int emissions = Views.areIn(spec) ? Views.of(spec).size() : emissions(spec.getFeatures());
    return Structure.of(spec.getTask()).dimensions(spec, emissions);
  }

  /** What is scored: the labels, or all their hidden states. */
  public int outcomes() {
    return labels * states;
  }

  /** Size of the index space of an example's features, with the intercept. */
  public int emissions() {
    return features - transitions;
  }

  /** Number of weights, features × vectors. */
  public int parameters() {
    return Math.multiplyExact(features, vectors);
  }

  private static int emissions(final FeatureSpec spec) {
    final int inputs = inputs(spec);
    final int size;
    if (spec.getExpansion() instanceof RandomFourier fourier) {
      size = fourier.getFeatures();
    } else {
      size = spec.getExpansion() instanceof Squares ? 2 * inputs : inputs;
    }
    return size + (spec.getIntercept() ? 1 : 0);
  }

  /** Size of the index space that features come in, before anything is made of them. */
  public static int inputs(final FeatureSpec spec) {
    final Object space = spec.getSpace();
    if (space instanceof Indexed indexed) {
      return indexed.getDimension();
    }
    return space instanceof Hashed hashed
        ? 1 << hashed.getBits()
        : ((Named) space).getNames().size();
  }
}
