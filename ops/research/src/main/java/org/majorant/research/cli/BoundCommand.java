package org.majorant.research.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.majorant.bound.Features;
import org.majorant.bound.OutcomeOrder;
import org.majorant.bound.QuadraticBound;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The bound that everything here rests on, of a problem that fits on a line. */
@Command(
    name = "bound",
    description = {
      "Print the quadratic bound of Algorithm 1 (Jebara and Choromanska 2012) for a few outcomes.",
      "An outcome y has features f(y) and a prior h(y). The bound is expanded at a point t, where"
          + " it"
          + " equals log Z, and lies above it everywhere:",
      "",
      "  log Z(theta) = log sum h(y) exp(theta'f(y))",
      "    <= log Z(t) + (theta - t)'mu + 1/2 (theta - t)'Sigma(theta - t)"
    },
    footer = {
      "  ops/majorant bound --outcome 0,0 --outcome 1,0 --outcome 0,1",
      "  ops/majorant bound --outcome 0 --outcome 1 --at 2 --theta -1",
      "  ops/majorant bound --outcome 1 --outcome 2 --log-prior 0,-1 --json"
    })
public final class BoundCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--outcome",
      paramLabel = "F1,F2,...",
      required = true,
      description = "Features of an outcome. Give it once for each outcome.")
  private List<String> outcomes;

  @Option(
      names = "--log-prior",
      paramLabel = "H1,H2,...",
      description = "log h of each outcome, 0 by default; an outcome of -Infinity is impossible.")
  private String logPrior;

  @Option(
      names = "--at",
      paramLabel = "T1,T2,...",
      description = "The point to expand at, 0 for each feature by default.")
  private String at;

  @Option(
      names = "--theta",
      paramLabel = "T1,T2,...",
      description = "A point at which the bound, log Z and the slack between them are printed.")
  private String theta;

  @Option(
      names = "--order",
      defaultValue = "descending",
      description =
          "The order of the outcomes: ${COMPLETION-CANDIDATES}. descending, by score, mostly gives"
              + " the tightest bound; given, as typed, is the paper's.")
  private OutcomeOrder order;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private BoundCommand() {}

  @Override
  public Integer call() {
    final Features features = features();
    final int d = features.dimension();
    final double[] prior = priorOf(features.outcomes());
    final double[] from = point("--at", at, d);
    final QuadraticBound bound = expand(from, features, prior);
    final Map<String, Object> result = result(bound, d);
    if (theta != null) {
      final double[] to = point("--theta", theta, d);
      final double[] delta = new double[d];
      Arrays.setAll(delta, i -> to[i] - from[i]);
      final double value = bound.value(delta);
      final double logPartition = expand(to, features, prior).logPartition();
      result.put("boundAtTheta", value);
      result.put("logPartitionAtTheta", logPartition);
      result.put("slack", value - logPartition);
    }
    if (json) {
      command.commandLine().getOut().println(Json.line(result));
    } else {
      print(result);
    }
    return 0;
  }

  private static Map<String, Object> result(final QuadraticBound bound, final int d) {
    final double[] gradient = new double[d];
    bound.addGradient(gradient);
    final double[] dense = bound.dense();
    final double[][] curvature = new double[d][];
    double trace = 0;
    for (int i = 0; i < d; i++) {
      curvature[i] = Arrays.copyOfRange(dense, i * d, (i + 1) * d);
      trace += curvature[i][i];
    }
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("logPartition", bound.logPartition());
    result.put("gradient", gradient);
    result.put("curvature", curvature);
    result.put("trace", trace);
    result.put("hessianTrace", bound.hessianTrace());
    return result;
  }

  private void print(final Map<String, Object> result) {
    final PrintWriter out = command.commandLine().getOut();
    out.printf("%-12s %s%n", "log Z", line((double) result.get("logPartition")));
    out.printf("%-12s %s%n", "mu", line((double[]) result.get("gradient")));
    String name = "Sigma";
    for (final double[] row : (double[][]) result.get("curvature")) {
      out.printf("%-12s %s%n", name, line(row));
      name = "";
    }
    out.printf("%-12s %s%n", "its trace", line((double) result.get("trace")));
    out.printf("%-12s %s%n", "the Hessian's", line((double) result.get("hessianTrace")));
    if (theta != null) {
      out.printf(
          "%nAt theta the bound is %.9g and log Z is %.9g: the slack is %.3g.%n",
          result.get("boundAtTheta"), result.get("logPartitionAtTheta"), result.get("slack"));
    }
  }

  private static String line(final double... numbers) {
    return Arrays.stream(numbers).mapToObj("%12.6g"::formatted).collect(Collectors.joining(" "));
  }

  private Features features() {
    final int d = numbers("--outcome", outcomes.get(0)).length;
    final double[] values = new double[Math.multiplyExact(outcomes.size(), d)];
    for (int y = 0; y < outcomes.size(); y++) {
      final double[] row = numbers("--outcome", outcomes.get(y));
      Usage.require(
          command,
          row.length == d,
          "--outcome %s has %d features, but the first has %d: give each outcome as many"
              .formatted(outcomes.get(y), row.length, d));
      requireFinite("--outcome", row);
      System.arraycopy(row, 0, values, y * d, d);
    }
    return Features.dense(values, d);
  }

  private double[] priorOf(final int n) {
    final double[] prior = logPrior == null ? new double[n] : numbers("--log-prior", logPrior);
    Usage.require(
        command,
        prior.length == n,
        "--log-prior has %d numbers for %d outcomes: give one for each".formatted(prior.length, n));
    Usage.require(
        command,
        Arrays.stream(prior).allMatch(h -> h < Double.POSITIVE_INFINITY)
            && Arrays.stream(prior).anyMatch(Double::isFinite),
        "--log-prior must be finite numbers or -Infinity, and one at least finite");
    return prior;
  }

  private double[] point(final String option, final String text, final int d) {
    final double[] point = text == null ? new double[d] : numbers(option, text);
    Usage.require(
        command,
        point.length == d,
        "%s has %d numbers for %d features: give one for each".formatted(option, point.length, d));
    requireFinite(option, point);
    return point;
  }

  private void requireFinite(final String option, final double[] numbers) {
    Usage.require(
        command,
        Arrays.stream(numbers).allMatch(Double::isFinite),
        option + " must be finite numbers");
  }

  private double[] numbers(final String option, final String text) {
    try {
      return Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
    } catch (final NumberFormatException e) {
      throw new ParameterException(
          command.commandLine(),
          "%s must be numbers with commas between them, not '%s'".formatted(option, text),
          e);
    }
  }

  private QuadraticBound expand(
      final double[] point, final Features features, final double[] prior) {
    try {
      return QuadraticBound.at(point, features, prior, order);
    } catch (final IllegalArgumentException e) {
      throw new ParameterException(
          command.commandLine(), e.getMessage() + ": give smaller numbers", e);
    }
  }
}
