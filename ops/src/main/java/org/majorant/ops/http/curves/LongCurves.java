package org.majorant.ops.http.curves;

import com.fasterxml.jackson.databind.util.RawValue;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.majorant.ops.http.curves.ModelCurves.Tables;
import org.majorant.ops.http.curves.PrometheusServer.Times;

/**
 * What Prometheus keeps of a model, for times longer than the day that is kept here. Rates and
 * means are over the time between two rows, or five minutes; of what fluctuates, as lag, a row has
 * the greatest value of that time, since over weeks the peaks matter; of versions the last. All
 * instances that learn the model are summed up.
 */
public final class LongCurves {
  /** Days that may be asked for at most. */
  public static final int LONGEST = 366;

  private static final int ROWS = 720;
  private static final int DAY = 86_400; // seconds
  private static final int LEAST = 300; // seconds that rates are over, whatever the scrapes are

  private static final String MEAN =
      "sum(rate(%s[WINDOW])) / (sum(rate(majorant_scored_total{MODEL}[WINDOW])) > 0)";
  private static final String BASELINE =
      "majorant_baseline_log_loss_nats_total{MODEL,baseline=\"%s\"}";

  /** Only the instance that publishes knows; the others have what they published before. */
  private static final String NEWEST =
      " and on (job, instance) (majorant_model_version{MODEL}"
          + " == on () group_left () max(majorant_model_version{MODEL}))";

  /** Numbers under 1 and over 1, as the labels of members have them. */
  private static final String UNDER = "=~\"0[.].*|.*E-.*\"";

  private static final String OVER = "!~\"1[.]0|0[.].*|.*E-.*\"";

  /** By columns of {@link LearnerMeters}. */
  private static final Map<String, String> SECONDS =
      Map.ofEntries(
          Map.entry("examplesPerSecond", "sum(rate(majorant_examples_total{MODEL}[WINDOW]))"),
          Map.entry("logLoss", MEAN.formatted("majorant_log_loss_nats_total{MODEL}")),
          Map.entry("noChange", MEAN.formatted(BASELINE.formatted("no_change"))),
          Map.entry("classFrequency", MEAN.formatted(BASELINE.formatted("class_frequency"))),
          Map.entry("accuracy", MEAN.formatted("majorant_correct_total{MODEL}")),
          Map.entry("rejected", greatest("sum", "majorant_rejected_total")),
          Map.entry("lost", greatest("sum", "majorant_lost_total")),
          Map.entry("lag", greatest("sum", "majorant_lag_records")),
          Map.entry("held", greatest("sum", "majorant_held_examples")),
          Map.entry("inFlight", greatest("sum", "majorant_in_flight_examples")),
          Map.entry("kappa", greatest("max", "majorant_merge_kappa")),
          Map.entry("staleness", greatest("max", "majorant_staleness_versions")));

  /** By columns of {@link VersionRow}. */
  private static final Map<String, String> VERSIONS =
      Map.ofEntries(
          Map.entry("version", "max(majorant_model_version{MODEL})"),
          Map.entry("objective", last("majorant_objective{MODEL}")),
          Map.entry("bound", last("majorant_bound{MODEL}")),
          Map.entry("slack", last("(majorant_bound{MODEL} - majorant_objective{MODEL})")),
          Map.entry("stepNorm", last("majorant_step_norm{MODEL}")),
          Map.entry("lessSure", weight("temperature" + UNDER, "")),
          Map.entry("asSure", weight("temperature=\"1.0\"", "")),
          Map.entry("surer", weight("temperature" + OVER, "")),
          Map.entry("weakerPrior", weight("prior" + UNDER, "prior!=\"1.0\"")),
          Map.entry("specPrior", weight("prior=\"1.0\"", "prior!=\"1.0\"")),
          Map.entry("strongerPrior", weight("prior" + OVER, "prior!=\"1.0\"")),
          Map.entry("remembers", weight("half_life=\"0.0\"", "half_life!=\"0.0\"")),
          Map.entry("forgets", weight("half_life!=\"0.0\"", "half_life!=\"0.0\"")));

  private final PrometheusServer server;

  public LongCurves(final PrometheusServer server) {
    this.server = server;
  }

  private static String greatest(final String over, final String metric) {
    return "%s(max_over_time(%s{MODEL}[WINDOW]))".formatted(over, metric);
  }

  private static String last(final String metric) {
    return "max(%s%s)".formatted(metric, NEWEST);
  }

  /**
   * What some members weigh together, of which there may be none.
   *
   * @param which a matcher of labels
   * @param unless a matcher of those without which nobody asks
   */
  private static String weight(final String which, final String unless) {
    return "(sum(majorant_member_weight{MODEL,%s}%s) or 0 * sum(majorant_member_weight{MODEL}))"
            .formatted(which, NEWEST)
        + " and on () majorant_member_weight{MODEL,%s}".formatted(unless);
  }

  /** Seconds that means of so many days are over. */
  public static int window(final int days) {
    return Math.max(LEAST, step(days));
  }

  /** Seconds between two rows. */
  static int step(final int days) {
    return days * DAY / ROWS;
  }

  /**
   * The last days until now.
   *
   * @param now milliseconds since the epoch
   * @throws PrometheusServer.Unanswered where it does not answer
   */
  public Tables of(final String model, final int days, final long now) {
    final int step = step(days);
    final Times times = new Times(now / 1000 - (long) (ROWS - 1) * step, step, ROWS);
    final Map<String, String> queries = new HashMap<>();
    SECONDS.forEach((column, query) -> queries.put(column, filledIn(query, model, window(days))));
    VERSIONS.forEach((column, query) -> queries.put(column, filledIn(query, model, window(days))));
    final Map<String, double[]> values = server.ask(queries, times);
    return new Tables(
        table(values, times, LearnerMeters.COLUMNS), table(values, times, VersionRow.COLUMNS));
  }

  private static String filledIn(final String query, final String model, final int window) {
    final String name = model.replace("\\", "\\\\").replace("\"", "\\\"");
    return query.replace("WINDOW", window + "s").replace("MODEL", "model=\"" + name + "\"");
  }

  /** The rows of those times of which something is known. */
  private static RawValue table(
      final Map<String, double[]> values, final Times times, final String... columns) {
    final Series series = new Series(times.points(), columns);
    for (int point = 0; point < times.points(); point++) {
      final double[] row = new double[columns.length];
      Arrays.fill(row, Double.NaN);
      boolean known = false;
      for (int column = 0; column < columns.length; column++) {
        if (values.containsKey(columns[column])) {
          row[column] = values.get(columns[column])[point];
          known |= Double.isFinite(row[column]);
        }
      }
      if (known) {
        row[0] = 1000.0 * times.at(point);
        series.add(row);
      }
    }
    return new RawValue(series.json());
  }
}
