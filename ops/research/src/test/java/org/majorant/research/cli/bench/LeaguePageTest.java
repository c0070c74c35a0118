package org.majorant.research.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.research.bench.LeagueBench.Result;
import org.majorant.research.bench.LeagueSet;
import org.majorant.research.bench.QualityRow;
import org.majorant.research.bench.QualityRow.Hindsight;
import org.majorant.research.cli.bench.BenchLeagueCommand.League;

class LeaguePageTest {
  private static final String ARF = "adaptive random forest";
  private static final String FTRL = "FTRL-Proximal";

  @Test
  void page_ofTwoSets_saysTheScoreAndWhereWeLoseAndWhatIsMissing() {
    final Result won =
        new Result(
            LeagueSet.ALL.get(0),
            80,
            20,
            2,
            List.of("linear", "hats"),
            List.of(
                row("Majorant", 2.0, 0.25, 0.5),
                row("Majorant, linear", 1.0, 0.3, 0.6),
                row(FTRL, 0.5, 0.24, 0.4).in(new Hindsight("rate", 0.1, 7)),
                new QualityRow(ARF, null, null, null, null, null, null, "it has no legs"),
                row("liblinear (batch)", 4.0, null, 0.45)));
    final Result lost =
        new Result(
            LeagueSet.ALL.get(1),
            1600,
            400,
            2,
            List.of(),
            List.of(
                row("Majorant", 2.0, 0.25, 0.5),
                row("Majorant, linear", 1.0, 0.25, 0.5),
                row(FTRL, 0.5, 0.26, 0.6).in(new Hindsight("rate", 0.1, 7)),
                row(ARF, 20.0, 0.2, 0.7),
                row("liblinear (batch)", 4.0, null, 0.5)));
    assertThat(page(new League(2000, List.of(won, lost), List.of("iris"))))
        .contains(
            "**In progressive log-loss Majorant is ahead of MOA's adaptive random forest on 0 of 1"
                + " sets, at 10 times its pace. It is ahead of FTRL-Proximal, tuned in hindsight"
                + " on the same views, on 1 of 2.**",
            "| Majorant, linear | 1 of 2, equal on 1 | 1 of 2, equal on 1 | .50 |",
            "| liblinear (batch) |  | 0 of 2, equal on 1 | 2.00 |",
            "| SecStr | FTRL-Proximal\\*, .2400; ours .2500 | FTRL-Proximal\\*, .4000; ours .5000 |",
            "| elec2 | adaptive random forest, .2000; ours .2500 |  |",
            "| set | Majorant | Majorant, linear | FTRL-Proximal\\* | adaptive random forest |",
            "| SecStr | .2500 | .3000 | **.2400** |  |",
            "| SecStr | .5000 | .6000 | **.4000** |  | .4500 |",
            "| elec2 | **.5000** | **.5000** | .6000 | .7000 | **.5000** |",
            "| elec2 | `elec2.csv.gz` | MOA | 1,600 | 400 | 2 |  |",
            "On SecStr adaptive random forest was not measured: it has no legs.",
            "The set iris was not found.",
            "    ops/majorant bench league --rows 2000 --data-dir DIR > docs/LEAGUE.md");
  }

  @Test
  void page_withoutPeers_comparesWithTheLinearModelAlone() {
    final Result result =
        new Result(
            LeagueSet.ALL.get(0),
            80,
            20,
            2,
            List.of(),
            List.of(row("Majorant", 2.0, 0.25, 0.5), row("Majorant, linear", 1.0, 0.3, 0.6)));
    assertThat(page(new League(2000, List.of(result), List.of())))
        .contains("| Majorant, linear | 1 of 1 | 1 of 1 | .50 |")
        .noneMatch(line -> line.startsWith("**"));
  }

  private static QualityRow row(
      final String learner, final Double seconds, final Double progressive, final Double heldOut) {
    return new QualityRow(learner, 1.0, seconds, progressive, heldOut, 0.9, null, null);
  }

  private static List<String> page(final League league) {
    final StringWriter out = new StringWriter();
    LeaguePage.print(league, new PrintWriter(out));
    return out.toString().lines().toList();
  }
}
