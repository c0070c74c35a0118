package org.majorant.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.sgd.linear.LinearSGDTrainer;
import org.tribuo.classification.sgd.linear.LogisticRegressionTrainer;
import org.tribuo.classification.sgd.objectives.LogMulticlass;
import org.tribuo.impl.ArrayExample;
import org.tribuo.math.optimisers.AdaGrad;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * Tribuo's multinomial logistic regression with its defaults: AdaGrad over five shuffled passes, so
 * there is no progressive loss. The data set is made before the clock runs.
 */
final class Tribuo implements Peer {
  private static final double EPSILON = 0.1;
  private static final int PASSES = 5;

  private final Logger quiet = Logger.getLogger("org.tribuo");
  private final LabelFactory labels = new LabelFactory();

  private final Double rate;

  /**
   * @param rate of learning; null: its own
   */
  Tribuo(final Double rate) {
    this.rate = rate;
    quiet.setLevel(Level.OFF);
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final MutableDataset<Label> data =
        new MutableDataset<>(new SimpleDataSourceProvenance("train", labels), labels);
    final List<Row> rows = Row.read(train);
    rows.forEach(row -> data.add(example(row)));
    final long start = System.nanoTime();
    final Model<Label> model = trainer().train(data);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = new Loss();
    for (final Row row : Row.read(test)) {
      final Label label =
          model.predict(example(row)).getOutputScores().get(Integer.toString(row.label()));
      heldOut.add(label == null ? 0 : label.getScore());
    }
    return new Outcome(rows.size(), seconds, Double.NaN, heldOut.mean());
  }

  /** Another rate takes the trainer behind its logistic regression; all else is the same. */
  private LinearSGDTrainer trainer() {
    return rate == null
        ? new LogisticRegressionTrainer()
        : new LinearSGDTrainer(
            new LogMulticlass(), new AdaGrad(rate, EPSILON), PASSES, Trainer.DEFAULT_SEED);
  }

  private static Example<Label> example(final Row row) {
    final ArrayExample<Label> example =
        new ArrayExample<>(new Label(Integer.toString(row.label())));
    example.add(new Feature("one", 1)); // it takes no example without features
    for (int i = 0; i < row.indices().length; i++) {
      example.add(new Feature("x" + row.indices()[i], row.values()[i]));
    }
    return example;
  }
}
