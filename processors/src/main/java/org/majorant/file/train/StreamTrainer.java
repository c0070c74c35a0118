package org.majorant.file.train;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.majorant.features.NameDictionary;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Scores;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Tally;
import org.majorant.store.ModelVersion;
import org.majorant.train.Iteration;

/**
 * Trains records in one pass, each predicted before it is learned, as a stream is. So it trains
 * what a stack combines: the stack must see what the views make of examples that they have not
 * learned.
 */
final class StreamTrainer implements Trainer {
  private final ModelSpec spec;
  private final List<byte[]> records;
  private Evaluator.Learned learned;

  StreamTrainer(final ModelSpec spec, final List<byte[]> records) {
    this.spec = spec;
    this.records = records;
  }

  @Override
  public Result train(
      final TrainingSettings settings,
      final Consumer<Iteration> listener,
      final List<byte[]> test) {
    final long start = System.nanoTime();
    final Evaluator evaluator = new Evaluator(spec);
    learned = evaluator.learnOnce(records);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Tally tally = learned.tally();
    final Scores heldOut = evaluator.score(learned.model(), test).scores();
    return new Result(
        learned.model(),
        TrainingReport.onePass(
            tally.getExamples(),
            learned.rejected(),
            learned.model().weights().length,
            tally.getLogLoss() / tally.getWeight(),
            seconds,
            tally.getSlackMin(),
            heldOut));
  }

  @Override
  public ModelHead head(
      final Result result, final String source, final Optional<ModelVersion> parent) {
    final Tally tally = learned.tally();
    return TrainedHead.of(result.model(), source, parent)
        .setTally(tally)
        .setObjective(tally.getBatchLoss() + learned.penalty())
        .setBound(tally.getBatchBound() + learned.penalty())
        .setNames(names(result))
        .build();
  }

  @Override
  public List<NameCount> names(final Result result) {
    final double[] weights = result.model().weights();
    return NameDictionary.of(spec, result.model().moments(), records, weights);
  }
}
