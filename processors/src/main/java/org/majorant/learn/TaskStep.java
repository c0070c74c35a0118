package org.majorant.learn;

import org.majorant.features.Example;
import org.majorant.likelihood.Likelihood;
import org.majorant.memory.Memory;

/** How an example of one task moves the weights, and what the memory keeps of it. */
interface TaskStep {
  /** What an example loses; it stands on the example while that is learned. */
  Likelihood likelihood();

  /** What it learns into. */
  Memory memory();

  /**
   * Reads what is known of an example's features.
   *
   * @param x that the likelihood has taken
   * @param n the number of its scores
   * @return the scores without log h of each θ of the mixture, n each, θ itself first; the caller
   *     may add to those of θ itself
   */
  double[] read(Example x, int n);

  /** Learns the example just read and scored: step, certificate, memory. */
  void learn();

  /**
   * Corrects the label of an example of the time last advanced to, which was learned with another.
   *
   * @param former position of the label that it was learned with
   */
  default void revise(final Example x, final int former) {
    throw new UnsupportedOperationException("only points have one label that can be revised");
  }
}
