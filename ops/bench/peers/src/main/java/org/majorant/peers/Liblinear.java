package org.majorant.peers;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * L2-regularized logistic regression by liblinear's trust region Newton method. Its objective is
 * ½|w|² + C Σ loss with a feature 1 in each row, so C = 1/λ makes it that of {@code train --l2 λ}.
 * It ends by its own rule at a tolerance; the tolerance shrinks by tens, from its default, until
 * the objective is as low as asked for, and the run that gets there is the one that counts. More
 * than two labels are learned one against all, without such a target.
 */
final class Liblinear implements Peer {
  private static final double TOLERANCE = 0.01;
  private static final double LEAST_TOLERANCE = 1e-12;

  private final double l2;
  private final double target;

  /**
   * @param l2 λ, a total over the data
   * @param target the objective Σ loss + ½λ|w|² that ends it, nats
   */
  Liblinear(final double l2, final double target) {
    this.l2 = l2;
    this.target = target;
    Linear.disableDebugOutput();
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final int features = Size.of(train).features();
    final Problem problem = problem(Row.read(train), features);
    for (double tolerance = TOLERANCE; tolerance > LEAST_TOLERANCE; tolerance /= 10) {
      final Parameter parameter = new Parameter(SolverType.L2R_LR, 1 / l2, tolerance);
      final long start = System.nanoTime();
      final Model model = Linear.train(problem, parameter);
      final double seconds = (System.nanoTime() - start) / 1e9;
      if (objective(model, problem) <= target) {
        final Loss heldOut = loss(model, problem(Row.read(test), features));
        return Outcome.of(problem.l, seconds, Double.NaN, heldOut);
      }
    }
    throw new IllegalStateException("liblinear does not come as low as " + target);
  }

  private double objective(final Model model, final Problem problem) {
    double squares = 0;
    for (final double weight : model.getFeatureWeights()) {
      squares += weight * weight;
    }
    return problem.l * loss(model, problem).mean() + l2 / 2 * squares;
  }

  private static Loss loss(final Model model, final Problem problem) {
    final int[] labels = model.getLabels();
    final double[] placed = new double[labels.length];
    final double[] probabilities = new double[Arrays.stream(labels).max().orElseThrow() + 1];
    final Loss loss = new Loss();
    for (int i = 0; i < problem.l; i++) {
      Linear.predictProbability(model, problem.x[i], placed);
      for (int place = 0; place < placed.length; place++) {
        probabilities[labels[place]] = placed[place];
      }
      loss.add(probabilities, (int) problem.y[i]);
    }
    return loss;
  }

  /**
   * Rows with a feature 1 behind the others.
   *
   * @param features of the file that is learned; those of another one beyond them have no weight
   */
  private static Problem problem(final List<Row> rows, final int features) {
    final Problem problem = new Problem();
    problem.l = rows.size();
    problem.n = features + 1;
    problem.bias = 1;
    problem.y = rows.stream().mapToDouble(Row::label).toArray();
    problem.x = rows.stream().map(row -> nodes(row, features)).toArray(Feature[][]::new);
    return problem;
  }

  private static Feature[] nodes(final Row row, final int features) {
    final List<Feature> nodes = new ArrayList<>();
    for (int i = 0; i < row.indices().length; i++) {
      if (row.indices()[i] <= features) {
        nodes.add(new FeatureNode(row.indices()[i], row.values()[i]));
      }
    }
    nodes.add(new FeatureNode(features + 1, 1));
    return nodes.toArray(Feature[]::new);
  }
}
