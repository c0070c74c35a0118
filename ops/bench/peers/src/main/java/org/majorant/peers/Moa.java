package org.majorant.peers;

import com.yahoo.labs.samoa.instances.Instance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import moa.classifiers.Classifier;
import moa.classifiers.functions.SGD;
import moa.classifiers.functions.SGDMultiClass;

/**
 * What MOA learns from a stream, with its defaults: stochastic gradient descent with logistic loss,
 * and forests. Votes are scaled to the sum 1. The examples are made before the clock runs.
 */
final class Moa implements Peer {
  private static final int LOGISTIC = 1;

  private final IntFunction<Classifier> learner; // by the number of labels
  private final boolean trees;

  private Moa(final IntFunction<Classifier> learner, final boolean trees) {
    this.learner = learner;
    this.trees = trees;
  }

  /**
   * More than two labels are learned one against all.
   *
   * @param rate of learning; null: its own
   */
  static Moa gradientDescent(final Double rate) {
    return new Moa(labels -> labels > 2 ? ofMany(rate) : ofTwo(rate), false);
  }

  static Moa forest(final Classifier forest) {
    return new Moa(labels -> forest, true);
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final List<Row> learned = Row.read(train);
    final List<Row> scored = Row.read(test);
    final Size size = Size.of(train, test);
    final MoaRows rows =
        trees ? MoaRows.dense(size.labels(), learned, scored) : MoaRows.sparse(size);
    final List<Instance> instances = rows.instances(learned);
    final Classifier classifier = learner.apply(size.labels());
    classifier.setModelContext(rows.header());
    classifier.prepareForUse();
    final long start = System.nanoTime();
    final Loss progressive = new Loss();
    for (final Instance instance : instances) {
      progressive.add(probabilities(classifier, instance), (int) instance.classValue());
      classifier.trainOnInstance(instance);
    }
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = new Loss();
    for (final Instance instance : rows.instances(scored)) {
      heldOut.add(probabilities(classifier, instance), (int) instance.classValue());
    }
    return Outcome.of(instances.size(), seconds, progressive.mean(), heldOut);
  }

  private static Classifier ofTwo(final Double rate) {
    final SGD sgd = new SGD();
    sgd.lossFunctionOption.setChosenIndex(LOGISTIC);
    if (rate != null) {
      sgd.learningRateOption.setValue(rate);
    }
    return sgd;
  }

  private static Classifier ofMany(final Double rate) {
    final SGDMultiClass sgd = new SGDMultiClass();
    sgd.lossFunctionOption.setChosenIndex(LOGISTIC);
    if (rate != null) {
      sgd.learningRateOption.setValue(rate);
    }
    return sgd;
  }

  /** All labels are alike before anything is learned. */
  private static double[] probabilities(final Classifier classifier, final Instance instance) {
    final double[] votes = classifier.getVotesForInstance(instance);
    final double sum = DoubleStream.of(votes).sum();
    final double[] probabilities = new double[instance.numClasses()];
    for (int label = 0; label < probabilities.length; label++) {
      final double vote = label < votes.length ? votes[label] : 0;
      probabilities[label] = sum > 0 ? vote / sum : 1.0 / probabilities.length;
    }
    return probabilities;
  }
}
