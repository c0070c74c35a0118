package org.majorant.ops.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.majorant.join.JoinCounts;
import org.majorant.join.Joined;
import org.majorant.schema.LateLabels;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Spelling;

/**
 * What became of events and of labels that come late, over HTTP. No version carries these counts,
 * so a process knows those of its own join alone, since it started.
 */
final class JoinApi {
  private final ModelSpec own;
  private final MeterRegistry registry;

  /**
   * @param own of the model that is learned here
   * @param registry where its learner's meters will be; without them all is 0
   */
  JoinApi(final ModelSpec own, final MeterRegistry registry) {
    this.own = own;
    this.registry = registry;
  }

  /**
   * What {@code GET /api/models/{model}/join} says.
   *
   * @param labelTopic where the labels come from
   * @param waitSeconds for how long an event waits for its label
   * @param pending events that wait now
   * @param oldestSeconds for how long the oldest of these has waited
   * @param events by the outcome of their wait
   * @param labels by what became of them
   * @param delays first labels of their events, by how long after these they came, shortest first
   */
  record Join(
      String labelTopic,
      double waitSeconds,
      long pending,
      double oldestSeconds,
      Map<String, Long> events,
      Map<String, Long> labels,
      List<Delay> delays) {}

  /**
   * A bucket of delays.
   *
   * @param within its end, as {@code 10m}; the last one is {@code more}
   */
  record Delay(String within, long labels) {}

  void addTo(final RoutesConfig routes) {
    routes.get("/api/models/{model}/join", this::join);
  }

  private void join(final Context ctx) {
    final String model = ctx.pathParam("model");
    if (!model.equals(own.getModel())) {
      throw new NotFoundResponse(
          "the join of '%s' is known to a process that learns it: ask that one".formatted(model));
    }
    final LateLabels late = own.getLateLabels();
    if (late == null) {
      throw new NotFoundResponse(
          "the labels of '%s' come with its events: its spec has no 'label'".formatted(model));
    }
    ctx.json(
        new Join(
            late.getTopic(),
            late.getWaitMillis() / 1e3,
            (long) sum("majorant.join.pending.events"),
            sum("majorant.join.oldest.seconds"),
            counts("majorant.join.events", Joined.Outcome.values()),
            counts("majorant.join.labels", JoinCounts.Label.values()),
            delays()));
  }

  private Map<String, Long> counts(final String name, final Enum<?>[] outcomes) {
    final Map<String, Long> counts = new LinkedHashMap<>();
    for (final Enum<?> outcome : outcomes) {
      final String word = Spelling.of(outcome);
      counts.put(word, (long) sum(name, "outcome", word));
    }
    return counts;
  }

  private List<Delay> delays() {
    final List<Delay> delays = new ArrayList<>();
    for (final JoinCounts.Delay bucket : JoinCounts.DELAYS) {
      final long labels = (long) sum("majorant.join.delay", "within", bucket.within());
      delays.add(new Delay(bucket.within(), labels));
    }
    return delays;
  }

  /** The sum of a name's meters. */
  private double sum(final String name, final String... tags) {
    double sum = 0;
    for (final Meter meter : registry.find(name).tag("model", own.getModel()).tags(tags).meters()) {
      sum += meter.measure().iterator().next().getValue();
    }
    return sum;
  }
}
