package org.majorant.ops.evaluate;

import org.majorant.model.ChoicePredictor;
import org.majorant.model.Example;
import org.majorant.model.Model;
import org.majorant.model.SparseChoice;

/** Scores of held-out choices. */
final class HeldOutChoices extends HeldOut {
  private final ChoicePredictor predictor;

  HeldOutChoices(final Model model) {
    super(model);
    predictor = new ChoicePredictor(model);
  }

  @Override
  void add(final Example example) {
    final SparseChoice x = (SparseChoice) example;
    final double[] p = predictor.probabilities(x);
    int best = 0;
    for (int a = 1; a < p.length; a++) {
      best = p[a] > p[best] ? a : best;
    }
    add(
        x.weight,
        -x.weight * Math.log(Math.max(p[x.chosen], Double.MIN_NORMAL)),
        best == x.chosen ? x.weight : 0);
  }
}
