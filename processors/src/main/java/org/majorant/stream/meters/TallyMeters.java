package org.majorant.stream.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

/**
 * The counters that follow a tally: how well examples were predicted before they were learned. A
 * new sum of the tally gets its counter here, in one line.
 */
public final class TallyMeters {
  private final MeterRegistry registry;
  private final Tags tags;
  private final Map<Counter, ToDoubleFunction<Tally>> sums = new LinkedHashMap<>();
  private volatile List<Counter> confusion; // as in the tally

  /**
   * @param labels in the spec's order
   */
  public TallyMeters(final MeterRegistry registry, final Tags tags, final List<String> labels) {
    this.registry = registry;
    this.tags = tags;
    sum("majorant.examples", "Labeled examples learned", Tally::getExamples);
    records();
    sum(
        "majorant.scored",
        "Weight of the examples, of sequences the tokens, scored before they were learned",
        Tally::getWeight);
    sum("majorant.tokens", "Labeled tokens of sequences learned", Tally::getTokens);
    sum("majorant.entities", "Entities in fully labeled sequences learned", Tally::getEntities);
    sum(
        "majorant.predicted.entities",
        "Entities predicted in them before",
        Tally::getPredictedEntities);
    sum(
        "majorant.correct.entities",
        "Entities predicted with type and both ends right",
        Tally::getCorrectEntities);
    sum(
        "majorant.correct",
        "Weight of those whose most probable label was right",
        Tally::getCorrect);
    sum("majorant.log.loss.nats", "Progressive log-loss, nats", Tally::getLogLoss);
    inference();
    served();
    baseline("no_change", Tally::getNoChangeLogLoss);
    baseline("class_frequency", Tally::getClassFrequencyLogLoss);
    confusion = confusion(labels);
  }

  /** Those that there were before stay. */
  private List<Counter> confusion(final List<String> labels) {
    final List<Counter> counters = new ArrayList<>();
    for (int i = 0; i < Tallies.confusionSize(labels.size()); i++) {
      final String label = labels.get(i / labels.size());
      final String predicted = labels.get(i % labels.size());
      counters.add(
          counter(
              "majorant.confusion",
              "Observed labels by the label that was predicted before",
              tags.and("label", label, "predicted", predicted)));
    }
    return counters;
  }

  private void records() {
    sum("majorant.records", "Records covered, whatever became of them", Tally::getRecords);
    sum(
        "majorant.passed.over",
        "Events that the spec does not ask for, or that delete something",
        Tally::getPassedOver);
    sum(
        "majorant.revised",
        "Late labels that corrected what was learned with another",
        Tally::getRevised);
    sum("majorant.lost", "Offsets deleted before they could be learned", Tally::getLost);
  }

  private void served() {
    sum(
        "majorant.served.scored",
        "Weight of the examples to which a service had answered",
        Tally::getServedWeight);
    sum(
        "majorant.served.correct",
        "Weight of those whose most probable label, as served, was right",
        Tally::getServedCorrect);
    sum(
        "majorant.served.log.loss.nats",
        "Log-loss of what was served, nats",
        Tally::getServedLogLoss);
  }

  private void inference() {
    sum(
        "majorant.inference.gap.nats",
        "By how much the bounds on log Z of matchings and wide graphs were apart, nats",
        Tally::getInferenceGap);
    sum(
        "majorant.inference.sweeps",
        "Sweeps of messages over matchings and wide graphs",
        Tally::getInferenceSweeps);
  }

  /**
   * Counts what a summary covers.
   *
   * @param labels that its worker knows
   */
  public void add(final Tally tally, final List<String> labels) {
    sums.forEach((counter, sum) -> counter.increment(sum.applyAsDouble(tally)));
    final List<Long> counts = tally.getConfusion();
    List<Counter> counters = confusion;
    if (counters.size() != Tallies.confusionSize(labels.size())) {
      counters = confusion(labels);
      confusion = counters;
    }
    for (int i = 0; i < counts.size(); i++) {
      counters.get(i).increment(counts.get(i));
    }
  }

  private void sum(final String name, final String help, final ToDoubleFunction<Tally> sum) {
    sums.put(counter(name, help, tags), sum);
  }

  private void baseline(final String name, final ToDoubleFunction<Tally> sum) {
    final String help = "Progressive log-loss of a predictor that a model must beat, nats";
    sums.put(counter("majorant.baseline.log.loss.nats", help, tags.and("baseline", name)), sum);
  }

  private Counter counter(final String name, final String help, final Tags with) {
    return Counter.builder(name).description(help).tags(with).register(registry);
  }
}
