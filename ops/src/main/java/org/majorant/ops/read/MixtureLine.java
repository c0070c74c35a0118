package org.majorant.ops.read;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.majorant.features.Views;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;

/**
 * What the members of a version weigh, and what that means for its predictions (MATHS.md 15).
 * Priors and temperatures are factors, so that their means are geometric, e^(Σ w log a): where a
 * half weighs as much as a double, the mean is one.
 *
 * @param temperature how many times as sure predictions are as the weights alone, in the mean
 * @param prior in units of the spec's λ, in the mean
 * @param members as the version lists them
 * @param views what those of each view weigh together, by its name, and those of the stack; empty
 *     where there are none
 */
public record MixtureLine(
    double temperature, double prior, List<Share> members, Map<String, Double> views) {

  /** What weighs less is not shown to people. */
  private static final double LEAST = 0.01;

  /**
   * One member and its weight; all weights add up to 1.
   *
   * @param halfLife of its memory, in examples; 0: that of the version's parameters
   */
  public record Share(double prior, double temperature, double weight, double halfLife) {
    static Share of(final Member member) {
      return new Share(
          member.getPrior(), member.getTemperature(), member.getWeight(), member.getHalfLife());
    }
  }

  /**
   * @return null where there are no members
   */
  public static MixtureLine of(final List<Member> members, final ModelSpec spec) {
    if (members.isEmpty()) {
      return null;
    }
    final List<Share> shares = members.stream().map(Share::of).toList();
    return new MixtureLine(
        mean(shares, Share::temperature),
        mean(shares, Share::prior),
        List.copyOf(shares),
        byView(members, spec));
  }

  private static Map<String, Double> byView(final List<Member> members, final ModelSpec spec) {
    final Map<String, Double> weights = new LinkedHashMap<>();
    for (final Member member : Views.areIn(spec) ? members : List.<Member>of()) {
      weights.merge(Views.name(spec, member.getView()), member.getWeight(), Double::sum);
    }
    return weights;
  }

  private static double mean(final List<Share> shares, final ToDoubleFunction<Share> factor) {
    return Math.exp(
        shares.stream().mapToDouble(s -> s.weight * Math.log(factor.applyAsDouble(s))).sum());
  }

  /** What some members weigh together. */
  public double weight(final Predicate<Share> some) {
    return members.stream().filter(some).mapToDouble(Share::weight).sum();
  }

  /** Whether members differ in their priors; else all have the spec's. */
  public boolean hasPriors() {
    return members.stream().anyMatch(share -> share.prior != 1);
  }

  /** Whether some members read memories that forget. */
  public boolean hasHalfLives() {
    return members.stream().anyMatch(share -> share.halfLife > 0);
  }

  /** For people: a table of the members that weigh most, and what they mean together. */
  public List<String> lines() {
    final List<Double> temperatures = factors(Share::temperature);
    final List<String> lines = new ArrayList<>();
    lines.add("members      weights from 1 %; rows: prior in units of λ, columns: temperature");
    final StringBuilder header = new StringBuilder("%5s".formatted(""));
    temperatures.forEach(temperature -> header.append("%8s".formatted(temperature)));
    lines.add(header.toString());
    for (final double halfLife : factors(Share::halfLife)) {
      for (final double prior : factors(Share::prior)) {
        final List<Share> row =
            members.stream().filter(s -> s.halfLife == halfLife && s.prior == prior).toList();
        if (row.stream().anyMatch(share -> share.weight >= LEAST)) {
          final String memory = halfLife > 0 ? "   half-life %,.0f".formatted(halfLife) : "";
          lines.add("%5s".formatted(prior) + cells(row, temperatures) + memory);
        }
      }
    }
    lines.add(meaning());
    if (!views.isEmpty()) {
      final List<String> weights = new ArrayList<>();
      views.forEach((view, weight) -> weights.add("%s %.0f %%".formatted(view, 100 * weight)));
      lines.add("views        " + String.join(", ", weights));
    }
    return lines;
  }

  private static String cells(final List<Share> row, final List<Double> temperatures) {
    final StringBuilder cells = new StringBuilder();
    for (final double temperature : temperatures) {
      final double weight =
          row.stream().filter(s -> s.temperature == temperature).mapToDouble(Share::weight).sum();
      cells.append("%8s".formatted(weight < LEAST ? "-" : "%.0f %%".formatted(100 * weight)));
    }
    return cells.toString();
  }

  /** Those of the members that are shown, ascending. */
  private List<Double> factors(final ToDoubleFunction<Share> factor) {
    return members.stream()
        .filter(share -> share.weight >= LEAST)
        .mapToDouble(factor)
        .distinct()
        .sorted()
        .boxed()
        .toList();
  }

  private String meaning() {
    final String factor = "%.2g".formatted(temperature);
    final String times = factor.equals("1.0") ? "" : factor + " times ";
    final String sure = "predictions are " + times + "as sure as the weights alone";
    if (hasHalfLives()) {
      return sure + "; %.0f %% forget".formatted(100 * weight(share -> share.halfLife > 0));
    }
    return hasPriors() ? sure + ", and the prior is %.2g λ".formatted(prior) : sure;
  }
}
