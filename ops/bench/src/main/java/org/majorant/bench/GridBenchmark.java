package org.majorant.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseGraph;
import org.majorant.learn.Learner;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.GraphBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
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
 * Learning an image, a grid of pixels that is too wide for exact inference: its bound by forests
 * twice, to score it and to learn it, and the step. The images are rectangles whose pixels are
 * flipped at times; a pixel has two features, and two neighbours have one for being alike.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class GridBenchmark {
  private static final int IMAGES = 32;
  private static final double NOISE = 0.2;
  private static final SparseVector NOTHING = new SparseVector(List.of(), List.of());

  /** Columns, and rows. */
  @Param({"16x16", "64x48"})
  public String size;

  private final SplittableRandom random = new SplittableRandom(1);
  private final SparseGraph[] images = new SparseGraph[IMAGES];
  private int columns;
  private int rows;
  private Learner learner;
  private int next;

  @Setup
  public void draw() throws RejectedExample {
    columns = Integer.parseInt(size.substring(0, size.indexOf('x')));
    rows = Integer.parseInt(size.substring(size.indexOf('x') + 1));
    final ModelSpec spec = SpecFile.read("{model: grid, task: graph, features: {dimension: 4}}");
    final FeatureSpace space = new FeatureSpace(spec);
    final GraphBuffer buffer = new GraphBuffer();
    for (int i = 0; i < IMAGES; i++) {
      buffer.set(new LabeledExample(null, null, 1.0, image()));
      images[i] = new SparseGraph();
      images[i].fill(buffer, space);
    }
    learner = new Learner(spec, new Baselines(0));
  }

  /** Its progressive loss, nats. */
  @Benchmark
  public double learn() {
    next = (next + 1) % IMAGES;
    return learner.learn(images[next], 0);
  }

  private Graph image() {
    final int left = random.nextInt(columns / 2);
    final int top = random.nextInt(rows / 2);
    final int right = left + columns / 2;
    final int bottom = top + rows / 2;
    final List<Integer> states = new ArrayList<>();
    final List<Factor> factors = new ArrayList<>();
    for (int i = 0; i < columns * rows; i++) {
      final int c = i % columns;
      final int r = i / columns;
      final int state = c >= left && c < right && r >= top && r < bottom ? 1 : 0;
      states.add(state);
      final int seen = random.nextDouble() < NOISE ? 1 - state : state;
      final SparseVector set = new SparseVector(List.of(0, 1), List.of(1f, 2f * seen - 1));
      factors.add(new Factor(List.of(i), List.of(NOTHING, set), null));
      if (c < columns - 1) {
        factors.add(alike(i, i + 1, 2));
      }
      if (r < rows - 1) {
        factors.add(alike(i, i + columns, 3));
      }
    }
    return new Graph(Collections.nCopies(states.size(), 2), factors, states);
  }

  private static Factor alike(final int i, final int j, final int feature) {
    final SparseVector alike = new SparseVector(List.of(feature), List.of(1f));
    return new Factor(List.of(i, j), List.of(alike, NOTHING, NOTHING, alike), null);
  }
}
