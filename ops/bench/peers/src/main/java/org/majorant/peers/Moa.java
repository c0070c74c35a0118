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
import moa.classifiers.functions.SGD;

/**
 * MOA's stochastic gradient descent with logistic loss, and its default rate and regularization.
 * The examples are made before the clock runs.
 */
final class Moa implements Peer {
  private static final int LOGISTIC = 1;

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final List<Row> learned = Row.read(train);
    final List<Row> scored = Row.read(test);
    final InstancesHeader header = header(Math.max(Row.features(learned), Row.features(scored)));
    final List<Instance> instances = instances(learned, header);
    final SGD sgd = new SGD();
    sgd.lossFunctionOption.setChosenIndex(LOGISTIC);
    sgd.setModelContext(header);
    sgd.prepareForUse();
    final long start = System.nanoTime();
    final Loss progressive = new Loss();
    for (final Instance instance : instances) {
      progressive.add((int) instance.classValue(), probability(sgd, instance));
      sgd.trainOnInstance(instance);
    }
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = new Loss();
    for (final Instance instance : instances(scored, header)) {
      heldOut.add((int) instance.classValue(), probability(sgd, instance));
    }
    return new Outcome(instances.size(), seconds, progressive.mean(), heldOut.mean());
  }

  /** Of label 1; a half before anything is learned. */
  private static double probability(final SGD sgd, final Instance instance) {
    final double[] votes = sgd.getVotesForInstance(instance);
    return votes.length < 2 || votes[0] + votes[1] == 0 ? 0.5 : votes[1] / (votes[0] + votes[1]);
  }

  /** Index 0 is free, so the label takes it. */
  private static InstancesHeader header(final int features) {
    final List<Attribute> attributes = new ArrayList<>();
    attributes.add(new Attribute("label", List.of("0", "1")));
    for (int i = 1; i <= features; i++) {
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
