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
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.sgd.linear.LogisticRegressionTrainer;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * Tribuo's logistic regression with its defaults: AdaGrad over five shuffled passes, so there is no
 * progressive loss. The data set is made before the clock runs.
 */
final class Tribuo implements Peer {
  private final Logger quiet = Logger.getLogger("org.tribuo");
  private final LabelFactory labels = new LabelFactory();

  Tribuo() {
    quiet.setLevel(Level.OFF);
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final MutableDataset<Label> data =
        new MutableDataset<>(new SimpleDataSourceProvenance("train", labels), labels);
    final List<Row> rows = Row.read(train);
    rows.forEach(row -> data.add(example(row)));
    final long start = System.nanoTime();
    final Model<Label> model = new LogisticRegressionTrainer().train(data);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = new Loss();
    for (final Row row : Row.read(test)) {
      final Label one = model.predict(example(row)).getOutputScores().get("1");
      heldOut.add(row.label(), one.getScore());
    }
    return new Outcome(rows.size(), seconds, Double.NaN, heldOut.mean());
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
