package org.majorant.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
import org.tribuo.classification.xgboost.XGBoostClassificationTrainer;
import org.tribuo.impl.ArrayExample;
import org.tribuo.math.optimisers.AdaGrad;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * What Tribuo trains in batch, so there is no progressive loss: multinomial logistic regression
 * with its defaults, AdaGrad over five shuffled passes, and a hundred boosted trees of XGBoost. The
 * data set is made before the clock runs.
 */
final class Tribuo implements Peer {
  private static final double EPSILON = 0.1;
  private static final int PASSES = 5;
  private static final int TREES = 100;

  private final Logger quiet = Logger.getLogger("org.tribuo");
  private final LabelFactory labels = new LabelFactory();

  private final Trainer<Label> trainer;

  private Tribuo(final Trainer<Label> trainer) {
    this.trainer = trainer;
    quiet.setLevel(Level.OFF);
  }

  /**
   * Another rate takes the trainer behind its logistic regression; all else is the same.
   *
   * @param rate of learning; null: its own
   */
  static Tribuo logisticRegression(final Double rate) {
    return new Tribuo(
        rate == null
            ? new LogisticRegressionTrainer()
            : new LinearSGDTrainer(
                new LogMulticlass(), new AdaGrad(rate, EPSILON), PASSES, Trainer.DEFAULT_SEED));
  }

  static Tribuo boostedTrees() {
    return new Tribuo(new XGBoostClassificationTrainer(TREES));
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final MutableDataset<Label> data =
        new MutableDataset<>(new SimpleDataSourceProvenance("train", labels), labels);
    final List<Row> rows = Row.read(train);
    rows.forEach(row -> data.add(example(row)));
    final long start = System.nanoTime();
    final Model<Label> model = trainer.train(data);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = new Loss();
    for (final Row row : Row.read(test)) {
      heldOut.add(probabilities(model, row), row.label());
    }
    return Outcome.of(rows.size(), seconds, Double.NaN, heldOut);
  }

  /** Of the labels that were learned. */
  private static double[] probabilities(final Model<Label> model, final Row row) {
    final Map<String, Label> scores = model.predict(example(row)).getOutputScores();
    final double[] probabilities = new double[most(scores) + 1];
    scores.forEach((label, score) -> probabilities[Integer.parseInt(label)] = score.getScore());
    return probabilities;
  }

  private static int most(final Map<String, Label> scores) {
    return scores.keySet().stream().mapToInt(Integer::parseInt).max().orElseThrow();
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
