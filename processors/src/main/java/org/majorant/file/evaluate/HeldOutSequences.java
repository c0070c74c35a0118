package org.majorant.file.evaluate;

import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;
import org.majorant.model.Model;
import org.majorant.model.Tagger;
import org.majorant.schema.Tally;
import org.majorant.tally.EntityCounter;

/** Scores of held-out sequences. */
final class HeldOutSequences extends HeldOut {
  private final Tagger tagger;
  private final EntityCounter entities;
  private final int labels;
  private long tokens;

  HeldOutSequences(final Model model) {
    super(model);
    tagger = new Tagger(model);
    entities = new EntityCounter(model.spec().getLabels());
    labels = model.spec().getLabels().size();
  }

  @Override
  void add(final Example example) {
    final SparseSequence x = (SparseSequence) example;
    tagger.score(x);
    final int[] path = tagger.labels();
    final double[] p = tagger.probabilities();
    int correct = 0;
    for (int t = 0; t < x.length; t++) {
      if (x.labels[t] != SparsePoint.UNLABELED) {
        correct += path[t] == x.labels[t] ? 1 : 0;
        count(x.labels[t], path[t], p[t * labels + path[t]], x.weight);
      }
    }
    add(x.weight * x.observed, -x.weight * tagger.logLikelihood(x), x.weight * correct);
    tokens += x.observed;
    if (x.observed == x.length) {
      entities.add(x.labels, path, x.length);
    }
  }

  @Override
  public Tally tally() {
    final Tally tally = super.tally();
    tally.setTokens(tokens);
    return tally;
  }

  @Override
  public EntityScores entities() {
    return entities.counts()
        ? EntityScores.of(entities.entities(), entities.predicted(), entities.correct())
        : null;
  }
}
