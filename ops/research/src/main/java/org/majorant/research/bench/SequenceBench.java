package org.majorant.research.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.NameCounts;
import org.majorant.features.SparseSequence;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.learn.Learner;
import org.majorant.memory.Surrogate;
import org.majorant.model.Model;
import org.majorant.model.Scorer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.tally.Baselines;

/**
 * What learning a sequence costs beside scoring it: CPU time of one thread for passes over the same
 * records, whose features are made already, that
 *
 * <ul>
 *   <li>read and score them by a finished model: the best labels, and their log-likelihood,
 *   <li>read and learn them, after a pass that is not counted, and ship as at each commit, names
 *       included.
 * </ul>
 *
 * <p>The two alternate, so that a noisy machine is unkind to both alike.
 */
public final class SequenceBench {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Sequences between two shipments. */
  private static final int SHIP = 256;

  private final ModelSpec spec;
  private final List<byte[]> records;
  private final ExampleMapper scored;
  private final ExampleMapper learned;
  private final NameCounts names = new NameCounts();

  /**
   * @param records sequences that fit the spec
   */
  public SequenceBench(final ModelSpec spec, final List<byte[]> records) {
    this.spec = spec;
    this.records = records;
    scored = mapper(new FeatureSpace(spec));
    learned = mapper(new FeatureSpace(spec, null, names, null));
  }

  /**
   * Medians over the rounds.
   *
   * @param labels M
   * @param scoreNanos CPU nanoseconds to read and score a token
   * @param learnNanos to read and learn it
   * @param learnToScore their ratio
   * @param parameterBytes of a learner's memory, all in all, a parameter
   */
  public record Result(
      int sequences,
      long tokens,
      int labels,
      double scoreNanos,
      double learnNanos,
      double learnToScore,
      double parameterBytes) {}

  /**
   * Measures.
   *
   * @param rounds measurements of each of the two
   * @throws RejectedExample where a record does not fit the spec
   */
  public Result run(final int rounds) throws RejectedExample {
    final Dimensions dimensions = Dimensions.of(spec);
    final long allocated = THREADS.getCurrentThreadAllocatedBytes();
    final Learner learner = new Learner(spec, new Baselines(dimensions.labels()));
    final long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;

    final Surrogate.Solution solution = new Evaluator(spec).learn(records);
    final Model model = solution.model(spec, 1).mixing(solution.members(spec, List.of()));
    final long tokens = score(model);
    learn(learner);
    final double[] score = new double[rounds];
    final double[] learn = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      final long start = THREADS.getCurrentThreadCpuTime();
      score(model);
      final long middle = THREADS.getCurrentThreadCpuTime();
      learn(learner);
      score[round] = (double) (middle - start) / tokens;
      learn[round] = (double) (THREADS.getCurrentThreadCpuTime() - middle) / tokens;
    }
    return new Result(
        records.size(),
        tokens,
        dimensions.labels(),
        Alternation.median(score),
        Alternation.median(learn),
        Alternation.median(learn) / Alternation.median(score),
        (double) bytes / dimensions.parameters());
  }

  /** Returns the number of tokens. */
  private long score(final Model model) throws RejectedExample {
    final Scorer scorer = new Scorer(model);
    long tokens = 0;
    for (final byte[] record : records) {
      final SparseSequence x = read(scored, record);
      scorer.read(x);
      scorer.labels();
      scorer.loss();
      tokens += x.length;
    }
    return tokens;
  }

  private void learn(final Learner learner) throws RejectedExample {
    for (int i = 0; i < records.size(); i++) {
      learner.learn(read(learned, records.get(i)), i);
      if (i % SHIP == SHIP - 1) {
        ship(learner);
      }
    }
    ship(learner);
  }

  private void ship(final Learner learner) {
    learner.ship(false);
    names.take();
  }

  private ExampleMapper mapper(final FeatureSpace space) {
    return new ExampleMapper(spec, space, new ExampleDecoder(Integer.MAX_VALUE));
  }

  private static SparseSequence read(final ExampleMapper mapper, final byte[] record)
      throws RejectedExample {
    mapper.decode(record);
    return (SparseSequence) mapper.map();
  }
}
