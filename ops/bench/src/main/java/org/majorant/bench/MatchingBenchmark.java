package org.majorant.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Inference of perfect matchings of n nodes with n others, all pairs candidates: what learning one
 * of them takes, once its features are scored. That is a solve from nothing, and another one where
 * a step leads, which moves each score by a tenth of what it is.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class MatchingBenchmark {
  private static final int DRAWS = 32;
  private static final double TOLERANCE = 1e-6; // nats a pair

  /** n. */
  @Param({"30", "100"})
  public int size;

  /** Of the scores, which are normal. */
  @Param({"1", "3", "10"})
  public double deviation;

  private final MatchingInference inference = new MatchingInference(10_000);
  private MatchingGraph graph;
  private double[][] scores;
  private int next;

  @Setup
  public void draw() {
    final int[] ends = new int[2 * size * size];
    for (int e = 0; e < size * size; e++) {
      ends[2 * e] = e / size;
      ends[2 * e + 1] = size + e % size;
    }
    graph = MatchingGraph.bipartite(size, size, size * size, ends);
    final SplittableRandom random = new SplittableRandom(1);
    scores = new double[2 * DRAWS][size * size];
    for (int draw = 0; draw < 2 * DRAWS; draw += 2) {
      for (int e = 0; e < size * size; e++) {
        scores[draw][e] = deviation * random.nextGaussian();
        scores[draw + 1][e] = scores[draw][e] + 0.1 * deviation * random.nextGaussian();
      }
    }
  }

  /** The sweeps of both. */
  @Benchmark
  public int solveTwice() {
    next = next == 0 ? 2 * DRAWS - 2 : next - 2;
    inference.open(graph);
    inference.solve(scores[next], TOLERANCE * size);
    final int sweeps = inference.sweeps();
    inference.solve(scores[next + 1], TOLERANCE * size);
    return sweeps + inference.sweeps();
  }
}
