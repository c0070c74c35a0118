package org.majorant.peers;

import com.yahoo.labs.samoa.instances.Attribute;
import com.yahoo.labs.samoa.instances.Instance;
import com.yahoo.labs.samoa.instances.Instances;
import com.yahoo.labs.samoa.instances.InstancesHeader;
import com.yahoo.labs.samoa.instances.SparseInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import moa.classifiers.Classifier;
import moa.classifiers.functions.SGD;
import moa.classifiers.functions.SGDMultiClass;

/**
 * MOA's stochastic gradient descent with logistic loss, and its default rate and regularization.
 * More than two labels are learned one against all, and their votes scaled to the sum 1. The
 * examples are made before the clock runs.
 */
final class Moa implements Peer {
  private static final int LOGISTIC = 1;

  private final Double rate;

  /**
   * @param rate of learning; null: its own
   */
  Moa(final Double rate) {
    this.rate = rate;
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final List<Row> learned = Row.read(train);
    final List<Row> scored = Row.read(test);
    final Size size = Size.of(train, test);
    final InstancesHeader header = header(size);
    final List<Instance> instances = instances(learned, header);
    final Classifier sgd = size.labels() > 2 ? ofMany() : ofTwo();
    sgd.setModelContext(header);
    sgd.prepareForUse();
    final long start = System.nanoTime();
    final Loss progressive = new Loss();
    for (final Instance instance : instances) {
      progressive.add(probability(sgd, instance));
      sgd.trainOnInstance(instance);
    }
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = new Loss();
    for (final Instance instance : instances(scored, header)) {
      heldOut.add(probability(sgd, instance));
    }
    return new Outcome(instances.size(), seconds, progressive.mean(), heldOut.mean());
  }

  private Classifier ofTwo() {
    final SGD sgd = new SGD();
    sgd.lossFunctionOption.setChosenIndex(LOGISTIC);
    if (rate != null) {
      sgd.learningRateOption.setValue(rate);
    }
    return sgd;
  }

  private Classifier ofMany() {
    final SGDMultiClass sgd = new SGDMultiClass();
    sgd.lossFunctionOption.setChosenIndex(LOGISTIC);
    if (rate != null) {
      sgd.learningRateOption.setValue(rate);
    }
    return sgd;
  }

  /** Of an instance's own label; all are alike before anything is learned. */
  private static double probability(final Classifier sgd, final Instance instance) {
    final double[] votes = sgd.getVotesForInstance(instance);
    final double sum = DoubleStream.of(votes).sum();
    return sum > 0 ? votes[(int) instance.classValue()] / sum : 1.0 / instance.numClasses();
  }

  /** Index 0 is free, so the label takes it. */
  private static InstancesHeader header(final Size size) {
    final List<String> labels =
        IntStream.range(0, size.labels()).mapToObj(Integer::toString).toList();
    final List<Attribute> attributes = new ArrayList<>();
    attributes.add(new Attribute("label", labels));
    for (int i = 1; i <= size.features(); i++) {
      attributes.add(new Attribute("x" + i));
    }
    final InstancesHeader header = new InstancesHeader(new Instances("examples", attributes, 0));
    header.setClassIndex(0);
    return header;
  }

  private static List<Instance> instances(final List<Row> rows, final InstancesHeader header) {
    final List<Instance> instances = new ArrayList<>();
    for (final Row row : rows) {
      final int n = row.indices().length;
      final int[] indices = new int[n + 1];
      final double[] values = new double[n + 1];
      System.arraycopy(row.indices(), 0, indices, 1, n);
      System.arraycopy(row.values(), 0, values, 1, n);
      values[0] = row.label();
      final Instance instance = new SparseInstance(1, values, indices, header.numAttributes());
      instance.setDataset(header);
      instances.add(instance);
    }
    return instances;
  }
}
