package org.majorant.research.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;

/**
 * How the cost of learning grows with the features of an example, the features of the model, and
 * the classes: the exponent e of time ∝ sizeᵉ, which is the slope of the least squares line through
 * (log size, log time). 1 is a cost in proportion, and more says that something is done too often.
 *
 * <p>Time is CPU time of one thread, which learns drawn examples with diagonal curvature in memory,
 * merges and solves them once.
 */
public final class ScaleBench {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int FEATURES = 64;
  private static final int DIMENSION = 1 << 17;
  private static final int SMALL_DIMENSION = 1 << 14;
  private static final int CLASSES = 2;

  private final int examples;
  private final int rounds;

  /**
   * @param examples learned at each size
   * @param rounds measurements of each size
   */
  public ScaleBench(final int examples, final int rounds) {
    this.examples = examples;
    this.rounds = rounds;
  }

  /**
   * What grows while all else stays.
   *
   * @param name features, dimension or classes
   * @param exponent e
   */
  public record Axis(String name, double exponent, List<Size> sizes) {}

  /**
   * One size of what grows.
   *
   * @param nanos CPU nanoseconds of an example, the median
   */
  public record Size(int size, double nanos) {}

  /** What was measured. */
  public record Result(int examples, List<Axis> axes) {}

  /** How many measurements there are. */
  public int measurements() {
    return rounds * plans().stream().mapToInt(plan -> plan.sizes().length).sum();
  }

  /**
   * Measures.
   *
   * @param done is told how many measurements are over
   */
  public Result run(final IntConsumer done) throws Exception {
    final List<Axis> axes = new ArrayList<>();
    int over = 0;
    for (final Plan plan : plans()) {
      final int before = over;
      axes.add(measure(plan, measurements -> done.accept(before + measurements)));
      over += rounds * plan.sizes().length;
    }
    return new Result(examples, axes);
  }

  private record Plan(String name, int[] sizes, IntFunction<BenchData> data) {}

  private static List<Plan> plans() {
    return List.of(
        new Plan("features", powers(4, 8), n -> BenchData.drawn(DIMENSION, n, CLASSES)),
        new Plan("dimension", powers(14, 20), d -> BenchData.drawn(d, FEATURES, CLASSES)),
        new Plan("classes", powers(1, 6), c -> BenchData.drawn(SMALL_DIMENSION, FEATURES, c)));
  }

  /** 2^from to 2^to. */
  private static int[] powers(final int from, final int to) {
    return IntStream.rangeClosed(from, to).map(k -> 1 << k).toArray();
  }

  private Axis measure(final Plan plan, final IntConsumer done) throws Exception {
    learn(plan.data().apply(plan.sizes()[0])); // compiled, not counted
    final var measurements = new LinkedHashMap<String, Alternation.Measurement>();
    for (final int size : plan.sizes()) {
      measurements.put(Integer.toString(size), () -> learn(plan.data().apply(size)));
    }
    final List<Size> sizes = new ArrayList<>();
    Alternation.medians(measurements, rounds, done)
        .forEach((size, nanos) -> sizes.add(new Size(Integer.parseInt(size), nanos)));
    return new Axis(plan.name(), exponent(sizes), sizes);
  }

  /** Returns CPU nanoseconds an example. */
  private double learn(final BenchData data) {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records =
        IntStream.range(0, examples).mapToObj(data.examples()).map(serde::encode).toList();
    final ModelSpec spec = data.spec("bench", "diagonal");
    final long start = THREADS.getCurrentThreadCpuTime();
    new Evaluator(spec).learn(records);
    return (double) (THREADS.getCurrentThreadCpuTime() - start) / examples;
  }

  /** The slope of log time by log size. */
  static double exponent(final List<Size> sizes) {
    double x = 0;
    double y = 0;
    for (final Size size : sizes) {
      x += Math.log(size.size()) / sizes.size();
      y += Math.log(size.nanos()) / sizes.size();
    }
    double xx = 0;
    double xy = 0;
    for (final Size size : sizes) {
      final double dx = Math.log(size.size()) - x;
      xx += dx * dx;
      xy += dx * (Math.log(size.nanos()) - y);
    }
    return xy / xx;
  }
}
