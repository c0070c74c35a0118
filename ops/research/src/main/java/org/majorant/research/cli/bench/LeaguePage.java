package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.research.bench.LeagueBench;
import org.majorant.research.bench.LeagueBench.Result;
import org.majorant.research.bench.LeagueSet;
import org.majorant.research.bench.Peer;
import org.majorant.research.bench.QualityRow;
import org.majorant.research.cli.bench.BenchLeagueCommand.League;

/** The page of the league: the score, where we lose, and all numbers. */
final class LeaguePage {
  private static final String TITLE =
      """
      # The league

      One command compares learners on a dozen data sets, in one run on one machine, and prints this page. All learn the same rows in the same order,
      once. Majorant has the spec that `spec infer` writes, and nobody has tuned it to these sets.
      """;

  private static final String METHOD =
      """
      ## How it is measured

          ops/majorant bench league --rows %d --data-dir DIR > docs/LEAGUE.md

      Rows are shuffled by seed 1, and so many are taken at most; of elec2, which is in the order of time, the first are taken. The last fifth is held
      out. *Progressive* loss scores each row just before it is learned. Losses are in nats, and a probability counts as 10⁻¹⁵ at least. The best of
      a row is in bold. Seconds are of learning alone. Majorant learns all sets in one JVM, and every other learner begins each set in a new one.

      - *Majorant, linear* is the same without views.
      - FTRL-Proximal and AdaGrad (marked \\*) learn the features of all views. Of seven rates, from .003 to 3, they have the one whose progressive loss is
        least, which nobody knows beforehand.
      - Vowpal Wabbit and liblinear (C = 1, one batch) learn the features of the linear view, with numbers standardized likewise.
      - MOA's two forests have their defaults, a hundred trees. They and XGBoost (by Tribuo, a hundred trees, one batch) see numbers as they are, and
        categories as indicators.

      [Benchmarks](../ops/bench/README.md#peers) has the versions.
      """;

  private LeaguePage() {}

  static void print(final League league, final PrintWriter out) {
    final List<Result> results = league.results();
    out.println(TITLE);
    final List<String> others = others(results);
    if (!others.isEmpty()) {
      printClaims(results, others, out);
    }
    printLosses(results, out);
    printTable("Progressive log-loss", results, QualityRow::progressiveLogLoss, "%.4f", 1, out);
    printTable("Held-out log-loss", results, QualityRow::heldOutLogLoss, "%.4f", 1, out);
    printTable("Held-out accuracy", results, QualityRow::heldOutAccuracy, "%.3f", -1, out);
    printTable("Seconds of learning", results, QualityRow::seconds, "%.2f", 0, out);
    printSets(league, out);
    out.println(METHOD.formatted(league.rows()).stripTrailing());
    out.println();
  }

  /** All learners but ours that were measured somewhere, in their order. */
  private static List<String> others(final List<Result> results) {
    return learners(results, row -> row.heldOutLogLoss()).stream()
        .filter(learner -> !learner.equals(LeagueBench.OURS))
        .toList();
  }

  /** Those that have a number of some set, in the order in which they were measured. */
  private static Set<String> learners(
      final List<Result> results, final Function<QualityRow, Double> number) {
    return results.stream()
        .flatMap(result -> result.rows().stream())
        .map(QualityRow::learner)
        .filter(
            learner ->
                results.stream().anyMatch(result -> number.apply(result.row(learner)) != null))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** How often ours has less loss than another, where both were measured. */
  private static String ahead(
      final List<Result> results, final String other, final Function<QualityRow, Double> loss) {
    int ahead = 0;
    int equal = 0;
    int all = 0;
    for (final Result result : results) {
      final Double theirs = loss.apply(result.row(other));
      if (theirs != null) {
        final int order = Double.compare(loss.apply(result.row(LeagueBench.OURS)), theirs);
        all++;
        ahead += order < 0 ? 1 : 0;
        equal += order == 0 ? 1 : 0;
      }
    }
    final String score = "%d of %d".formatted(ahead, all);
    return all == 0 ? "" : score + (equal == 0 ? "" : ", equal on " + equal);
  }

  /** Their seconds to ours, of all sets that both have learned together. */
  private static String pace(final List<Result> results, final String other) {
    double ours = 0;
    double theirs = 0;
    for (final Result result : results) {
      if (result.row(other).seconds() != null) {
        ours += result.row(LeagueBench.OURS).seconds();
        theirs += result.row(other).seconds();
      }
    }
    final double ratio = theirs / ours;
    return shown(ratio < 10 ? "%.2f" : "%.0f", ratio);
  }

  private static void printClaims(
      final List<Result> results, final List<String> others, final PrintWriter out) {
    if (others.contains(Peer.ARF.title()) && others.contains(Peer.FTRL.title())) {
      out.printf(
          "**In progressive log-loss Majorant is ahead of MOA's adaptive random forest on %s sets, at %s times its pace. It is"
              + " ahead of FTRL-Proximal, tuned in hindsight on the same views, on %s.**%n%n",
          ahead(results, Peer.ARF.title(), QualityRow::progressiveLogLoss),
          pace(results, Peer.ARF.title()),
          ahead(results, Peer.FTRL.title(), QualityRow::progressiveLogLoss));
    }
    out.println(
        "| Majorant beside | is ahead, progressive | is ahead, held out | their seconds ÷ ours |");
    out.println("|---|---|---|---|");
    for (final String other : others) {
      out.printf(
          "| %s | %s | %s | %s |%n",
          other,
          ahead(results, other, QualityRow::progressiveLogLoss),
          ahead(results, other, QualityRow::heldOutLogLoss),
          pace(results, other));
    }
    out.println();
  }

  private static void printLosses(final List<Result> results, final PrintWriter out) {
    out.println("## Where Majorant loses");
    out.println();
    out.println("| set | progressive, the best is | held out, the best is |");
    out.println("|---|---|---|");
    for (final Result result : results) {
      final String progressive = better(result, QualityRow::progressiveLogLoss);
      final String heldOut = better(result, QualityRow::heldOutLogLoss);
      if (!(progressive + heldOut).isEmpty()) {
        out.printf("| %s | %s | %s |%n", result.set().title(), progressive, heldOut);
      }
    }
    out.println();
  }

  /** Who has the least loss, and how much less; empty if that is ours. */
  private static String better(final Result result, final Function<QualityRow, Double> loss) {
    final QualityRow best =
        result.rows().stream()
            .filter(row -> loss.apply(row) != null)
            .min(Comparator.comparing(loss))
            .orElseThrow();
    final double ours = loss.apply(result.row(LeagueBench.OURS));
    return loss.apply(best) < ours
        ? "%s, %s; ours %s"
            .formatted(
                name(best.learner(), List.of(result)),
                shown("%.4f", loss.apply(best)),
                shown("%.4f", ours))
        : "";
  }

  /**
   * @param sign 1 if the least number is the best, -1 if the largest is, 0 if none is
   */
  private static void printTable(
      final String title,
      final List<Result> results,
      final Function<QualityRow, Double> number,
      final String format,
      final int sign,
      final PrintWriter out) {
    final Set<String> learners = learners(results, number);
    out.printf("## %s%n%n", title);
    final List<String> names = learners.stream().map(learner -> name(learner, results)).toList();
    out.println("| set | " + String.join(" | ", names) + " |");
    out.println("|---" + "|---".repeat(names.size()) + "|");
    for (final Result result : results) {
      final List<Double> numbers =
          learners.stream().map(learner -> number.apply(result.row(learner))).toList();
      out.println(
          "| "
              + result.set().title()
              + " | "
              + String.join(" | ", cells(numbers, format, sign))
              + " |");
    }
    out.println();
  }

  /** The best, as it is shown, is in bold. */
  private static List<String> cells(
      final List<Double> numbers, final String format, final int sign) {
    final double best =
        numbers.stream()
            .filter(number -> number != null)
            .mapToDouble(number -> sign * number)
            .min()
            .orElse(Double.NaN);
    final List<String> cells = new ArrayList<>();
    for (final Double number : numbers) {
      final String cell = number == null ? "" : shown(format, number);
      final boolean isBest = number != null && sign != 0 && cell.equals(shown(format, sign * best));
      cells.add(isBest ? "**" + cell + "**" : cell);
    }
    return cells;
  }

  /** With a mark where it was chosen in hindsight. */
  private static String name(final String learner, final List<Result> results) {
    return results.stream().anyMatch(result -> result.row(learner).hindsight() != null)
        ? learner + "\\*"
        : learner;
  }

  /** As the pages of this repository show shares and losses. */
  private static String shown(final String format, final double number) {
    return format.formatted(number).replaceFirst("^0\\.", ".");
  }

  private static void printSets(final League league, final PrintWriter out) {
    out.println("## The sets");
    out.println();
    out.println("| set | file | from | learned | held out | labels | views |");
    out.println("|---|---|---|---|---|---|---|");
    for (final Result result : league.results()) {
      final LeagueSet set = result.set();
      out.printf(
          "| %s | `%s` | %s | %,d | %,d | %d | %s |%n",
          set.title(),
          set.file(),
          set.source(),
          result.examples(),
          result.heldOut(),
          result.labels(),
          String.join(", ", result.views()));
    }
    out.println();
    final Stream<String> unavailable =
        league.results().stream()
            .flatMap(
                result ->
                    result.rows().stream()
                        .filter(row -> row.unavailable() != null)
                        .map(
                            row ->
                                "On %s %s was not measured: %s."
                                    .formatted(
                                        result.set().title(), row.learner(), row.unavailable())));
    final Stream<String> missing =
        league.missing().stream().map(set -> "The set %s was not found.".formatted(set));
    final String told = Stream.concat(unavailable, missing).collect(Collectors.joining("\n"));
    if (!told.isEmpty()) {
      out.println(told);
      out.println();
    }
  }
}
