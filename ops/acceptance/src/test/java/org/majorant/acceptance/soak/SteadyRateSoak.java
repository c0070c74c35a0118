package org.majorant.acceptance.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.demo.Demo;
import org.majorant.demo.DemoReport;
import org.majorant.ops.data.Adult;

/** Adult in a loop: four partitions at a third of the pace that one reaches on this machine. */
@Tag("soak")
class SteadyRateSoak {
  private static final double SHARE = 1 / 3.0;
  private static final long EXAMPLES = 120_000;
  private static final long LAST = 60_000;

  /** Log-loss over the last examples, examples a second, and what was held back at each look. */
  private record Steady(double logLoss, double pace, List<Double> held) {}

  @Test
  void four_partitions_learn_as_well_as_one_and_hold_nothing_back(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final Steady one = run(dir.resolve("one"), 1, 0);
    final double rate = SHARE * one.pace;
    final Steady four = run(dir.resolve("four"), 4, rate);
    System.out.printf(
        "one partition, %.0f a second: log-loss %.4f; four, %.0f a second: %.4f%n",
        one.pace, one.logLoss, four.pace, four.logLoss);
    assertThat(four.logLoss).isBetween(0.9 * one.logLoss, 1.03 * one.logLoss);
    assertThat(four.held).contains(0.0);
    assertThat(four.held.get(four.held.size() - 1)).isLessThan(rate / 10);
  }

  private static Steady run(final Path dir, final int partitions, final double rate)
      throws Exception {
    final NavigableMap<Long, DemoReport> reports = new TreeMap<>();
    final List<Double> held = new ArrayList<>();
    try (Demo demo = new Demo(dir, Adult.spec(), partitions, 0, 0)) {
      demo.replay(
          Adult.train(),
          rate,
          true,
          progress -> {
            final long examples = progress.soFar().examples();
            reports.put(examples, progress.soFar());
            if (examples >= EXAMPLES - LAST && examples < EXAMPLES) {
              held.add(gauge(demo.url(), "majorant_held_examples"));
            }
          },
          () -> !reports.isEmpty() && reports.lastKey() >= EXAMPLES);
    }
    final DemoReport end = reports.ceilingEntry(EXAMPLES).getValue();
    final DemoReport start = reports.floorEntry(end.examples() - LAST).getValue();
    final double loss = totalLoss(end) - totalLoss(start);
    final double examples = end.examples() - start.examples();
    return new Steady(loss / examples, examples / (end.seconds() - start.seconds()), held);
  }

  /** Over all examples, of weight one each. */
  private static double totalLoss(final DemoReport report) {
    return report.progressiveLogLoss() * report.examples();
  }

  private static double gauge(final String url, final String name) {
    try {
      final HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/metrics")).build();
      return HttpClient.newHttpClient()
          .send(request, BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(name + "{"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    } catch (final java.io.IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
