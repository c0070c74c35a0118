package org.majorant.ops.evaluate;

import org.majorant.learn.EntityCounter;
import org.majorant.model.Example;
import org.majorant.model.Model;
import org.majorant.model.SparseExample;
import org.majorant.model.SparseSequence;
import org.majorant.model.Tagger;

/** Scores of held-out sequences. */
final class HeldOutSequences extends HeldOut {
  private final Tagger tagger;
  private final EntityCounter entities;

  HeldOutSequences(final Model model) {
    super(model);
    tagger = new Tagger(model);
    entities = new EntityCounter(model.spec().getLabels());
  }

  @Override
  void add(final Example example) {
    final SparseSequence x = (SparseSequence) example;
    tagger.score(x);
    final int[] path = tagger.labels();
    int correct = 0;
    for (int t = 0; t < x.length; t++) {
      if (x.labels[t] != SparseExample.UNLABELED) {
        correct += path[t] == x.labels[t] ? 1 : 0;
        count(x.labels[t], path[t]);
      }
    }
    add(x.weight * x.observed, -x.weight * tagger.logLikelihood(x), x.weight * correct);
    if (x.observed == x.length) {
      entities.add(x.labels, path, x.length);
    }
  }

  @Override
  public EntityScores entities() {
    return entities.counts()
        ? EntityScores.of(entities.entities(), entities.predicted(), entities.correct())
        : null;
  }
}
