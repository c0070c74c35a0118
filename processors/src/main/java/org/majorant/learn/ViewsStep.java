package org.majorant.learn;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.likelihood.Likelihood;
import org.majorant.likelihood.PointLikelihood;
import org.majorant.memory.Memory;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Learns points by {@link Views}: each view as a model by itself, from its own features and its own
 * scores, and the stack by the scores of all. Each view has its certificate; objective and bound
 * are those of the first.
 */
final class ViewsStep implements TaskStep {
  private final PointLikelihood likelihood;
  private final List<Views.Block> blocks;
  private final PointStep[] steps; // of each view
  private final SparsePoint[] parts; // what each sees
  private final int[] readings; // how many each has
  private final StackStep stack;
  private final Memory memory;
  private final int vectors;
  private final double[] before; // scores by each θ of the mixture
  private final double[] variance; // of each view
  private SparsePoint x;

  ViewsStep(final ModelSpec spec, final ProgressiveTally progress) {
    final Views views = Views.of(spec);
    blocks = views.blocks();
    vectors = Dimensions.of(spec).vectors();
    likelihood = new PointLikelihood(Dimensions.of(spec));
    steps = new PointStep[blocks.size()];
    parts = new SparsePoint[blocks.size()];
    readings = new int[blocks.size()];
    final List<Memory> memories = new ArrayList<>();
    for (final Views.Block block : blocks) {
      final ModelSpec own = views.spec(block);
      final int v = block.number();
      steps[v] = new PointStep(own, progress, v == 0);
      parts[v] = new SparsePoint();
      readings[v] = Mixture.of(own).readings();
      memories.add(steps[v].memory());
    }
    stack = new StackStep(spec, likelihood);
    memories.add(stack.memory());
    memory = Memory.of(spec, memories);
    before = new double[Mixture.of(spec).readings() * vectors];
    variance = new double[blocks.size() * vectors];
  }

  @Override
  public Likelihood likelihood() {
    return likelihood;
  }

  @Override
  public Memory memory() {
    return memory;
  }

  @Override
  public double[] read(final Example example, final int n) {
    x = (SparsePoint) example;
    int at = 0;
    for (int v = 0, j = 0; v < steps.length; v++) {
      j = parts[v].takePart(x, j, blocks.get(v));
      steps[v].likelihood().open(parts[v]);
      final double[] own = steps[v].read(parts[v], n);
      System.arraycopy(parts[v].values, 0, x.values, j - parts[v].size, parts[v].size); // clipped
      System.arraycopy(own, 0, before, at, readings[v] * vectors);
      System.arraycopy(steps[v].marginals(), 0, variance, v * vectors, vectors);
      at += readings[v] * vectors;
    }
    stack.read(before, variance, before, at);
    return before;
  }

  @Override
  public void learn() {
    stack.learn(x);
    for (final PointStep step : steps) {
      step.learn();
    }
  }
}
