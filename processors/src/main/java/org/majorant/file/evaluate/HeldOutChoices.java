package org.majorant.file.evaluate;

import java.util.Arrays;
import org.majorant.clique.LogPartition;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;
import org.majorant.model.ChoicePredictor;
import org.majorant.model.Model;

/** Scores of held-out choices. */
final class HeldOutChoices extends HeldOut {
  private final ChoicePredictor predictor;

  HeldOutChoices(final Model model) {
    super(model);
    predictor = new ChoicePredictor(model);
  }

  @Override
  void add(final Example example) {
    final SparseGraph x = (SparseGraph) example;
    final double[] p = new double[x.length];
    predictor.probabilities(x, p);
    final int chosen = x.states[0];
    int best = 0;
    for (int a = 1; a < p.length; a++) {
      best = p[a] > p[best] ? a : best;
    }
    countPrior(x.logPrior == null ? Math.log(p.length) : -Math.log(prior(x, chosen)), x.weight);
    final double loss = -Math.log(Math.max(p[chosen], Double.MIN_NORMAL));
    add(x.weight, x.weight * loss, best == chosen ? x.weight : 0);
  }

  /** h of the chosen alternative, in proportion to all. */
  private static double prior(final SparseGraph x, final int chosen) {
    final double[] p = new double[x.length];
    LogPartition.probabilities(Arrays.copyOf(x.logPrior, x.length), p);
    return p[chosen];
  }
}
