package org.majorant.file.train;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.majorant.features.Views;
import org.majorant.file.evaluate.TrainingRecords;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.store.ModelVersion;
import org.majorant.train.Iteration;

/** Makes a model of a file's records. */
public interface Trainer {
  /** A trained model and how it came about. */
  record Result(Model model, TrainingReport report) {}

  /**
   * The one that suits a spec: views have no objective in common, and so no optimum.
   *
   * @param records labeled examples as they would stand on a topic
   * @throws org.majorant.spec.SpecException where no weights meet the spec's constraints
   */
  static Trainer of(final ModelSpec given, final List<byte[]> records) {
    final ModelSpec spec = TrainingRecords.specOf(given, records);
    return Views.areIn(spec) ? new StreamTrainer(spec, records) : new FileTrainer(spec, records);
  }

  /**
   * @param listener sees each iteration as it is accepted
   * @param test records that are only scored
   * @throws org.majorant.file.UnusableData where there is no optimum, or more than Newton's method
   *     can tell apart, or the solver is not for such examples; where no example fits
   */
  Result train(TrainingSettings settings, Consumer<Iteration> listener, List<byte[]> test);

  /**
   * The head of a trained version.
   *
   * @param source names what it was trained on
   * @param parent the version before
   */
  ModelHead head(Result result, String source, Optional<ModelVersion> parent);

  /** Names for the head of a trained version. */
  List<NameCount> names(Result result);
}
