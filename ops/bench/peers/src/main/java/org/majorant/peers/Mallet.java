package org.majorant.peers;

import cc.mallet.fst.CRF;
import cc.mallet.fst.CRFTrainerByLabelLikelihood;
import cc.mallet.fst.SumLatticeDefault;
import cc.mallet.types.Alphabet;
import cc.mallet.types.FeatureVector;
import cc.mallet.types.FeatureVectorSequence;
import cc.mallet.types.Instance;
import cc.mallet.types.InstanceList;
import cc.mallet.types.LabelAlphabet;
import cc.mallet.types.LabelSequence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.logging.LogManager;

/**
 * MALLET's conditional random field, trained by L-BFGS on the likelihood until it ends by itself:
 * weights of features for each label, and a weight for each pair of labels that occurs. Seconds are
 * of the training; losses are a token's.
 */
final class Mallet implements Peer {
  private static final int MOST_ITERATIONS = 1000;

  Mallet() {
    LogManager.getLogManager().reset(); // it logs each iteration
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final Alphabet features = new Alphabet();
    final LabelAlphabet labels = new LabelAlphabet();
    final InstanceList learned = instances(Row.sentences(train), features, labels);
    features.stopGrowth();
    final CRF crf = new CRF(features, labels);
    crf.addStatesForThreeQuarterLabelsConnectedAsIn(learned);
    final CRFTrainerByLabelLikelihood trainer = new CRFTrainerByLabelLikelihood(crf);
    final long start = System.nanoTime();
    trainer.train(learned, MOST_ITERATIONS);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final InstanceList scored = instances(Row.sentences(test), features, labels);
    return new Outcome(tokens(learned), seconds, Double.NaN, loss(crf, scored), Double.NaN);
  }

  /** The mean over tokens of −log p of a sentence's labels. */
  private static double loss(final CRF crf, final InstanceList sentences) {
    double nats = 0;
    for (final Instance sentence : sentences) {
      final FeatureVectorSequence x = (FeatureVectorSequence) sentence.getData();
      final LabelSequence y = (LabelSequence) sentence.getTarget();
      nats += new SumLatticeDefault(crf, x).getTotalWeight();
      nats -= new SumLatticeDefault(crf, x, y).getTotalWeight();
    }
    return nats / tokens(sentences);
  }

  private static long tokens(final InstanceList sentences) {
    long tokens = 0;
    for (final Instance sentence : sentences) {
      tokens += ((LabelSequence) sentence.getTarget()).size();
    }
    return tokens;
  }

  private static InstanceList instances(
      final List<List<Row>> sentences, final Alphabet features, final LabelAlphabet labels) {
    final InstanceList instances = new InstanceList(features, labels);
    for (final List<Row> sentence : sentences) {
      final FeatureVector[] x = new FeatureVector[sentence.size()];
      final LabelSequence y = new LabelSequence(labels, sentence.size());
      for (int t = 0; t < x.length; t++) {
        final Row row = sentence.get(t);
        x[t] = vector(row, features);
        y.add(Integer.toString(row.label()));
      }
      instances.add(new Instance(new FeatureVectorSequence(x), y, null, null));
    }
    return instances;
  }

  /** Features that the training has not seen are left out: the alphabet grows no more then. */
  private static FeatureVector vector(final Row row, final Alphabet features) {
    final int[] indices = new int[row.indices().length];
    final double[] values = new double[indices.length];
    int n = 0;
    for (int i = 0; i < indices.length; i++) {
      final int index = features.lookupIndex(row.indices()[i], !features.growthStopped());
      if (index >= 0) {
        indices[n] = index;
        values[n++] = row.values()[i];
      }
    }
    return new FeatureVector(features, Arrays.copyOf(indices, n), Arrays.copyOf(values, n));
  }
}
