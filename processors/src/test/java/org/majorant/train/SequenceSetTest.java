package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.majorant.clique.ChainPrior;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;

class SequenceSetTest {
  private static final int LABELS = 2;
  private static final int FEATURES = 100;

  private final TrainingSet set = RandomSequences.empty(FEATURES, ChainPrior.uniform(LABELS));

  @Test
  void parameters_areWeightsOfTheFeaturesOfLabeledSequences() {
    set.add(token(70, SparsePoint.UNLABELED));
    set.add(token(30, 1));
    set.add(token(20, 0));
    set.add(token(30, 0));
    assertThat(set.size()).isEqualTo(3);
    assertThat(set.loss().parameters()).isEqualTo((2 + LABELS) * LABELS);
    final double[] weights = new double[(FEATURES + LABELS) * LABELS];
    weights[30 * LABELS] = 3;
    weights[20 * LABELS + 1] = 2;
    weights[FEATURES * LABELS] = 9; // a transition
    assertThat(set.parameters(weights)).containsExactly(3, 0, 0, 2, 9, 0, 0, 0);
    assertThat(set.weights(set.parameters(weights))).containsExactly(weights);
  }

  @Test
  void example_isNotChanged() {
    final SparseSequence x = token(30, 1);
    set.add(x);
    assertThat(x.indices[0]).isEqualTo(30);
  }

  private static SparseSequence token(final int feature, final int label) {
    final SparseSequence x = new SparseSequence();
    x.length = 1;
    x.weight = 1;
    x.indices[0] = feature;
    x.values[0] = 1;
    x.starts[1] = 1;
    x.labels[0] = label;
    x.observed = label == SparsePoint.UNLABELED ? 0 : 1;
    return x;
  }
}
