package org.majorant.likelihood;

/**
 * Is told what was predicted of all that was observed of an example, one decision after the other.
 * Where labels have no names, as in choices, the baseline is the prior.
 */
public interface Decisions {
  /**
   * A label that was observed.
   *
   * @param p of the label predicted
   */
  void count(int label, int predicted, double p);

  /**
   * A label that is only known to be one of some.
   *
   * @param admissible whether each label is one of them
   */
  void countPartial(boolean[] admissible, boolean right);

  /**
   * A decision between alternatives, states or edges.
   *
   * @param priorLoss what the prior loses on it, nats
   */
  void countChoice(double priorLoss, boolean right);

  /** After its tokens: a sequence of which all labels were observed; arrays may be longer. */
  void countWhole(int[] labels, int[] predicted, int length);
}
