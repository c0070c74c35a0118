package org.majorant.research.bench.late;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.join.Entries;
import org.majorant.join.JoinCounts;
import org.majorant.join.JoinRules;
import org.majorant.join.Joined;
import org.majorant.join.Joiner;
import org.majorant.join.Origin;
import org.majorant.learn.Worker;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.model.Model;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.Spelling;
import org.majorant.tally.Baselines;

/**
 * What labels that come after the wait cost, and what is won back by revising them: the held-out
 * loss of a model that learned events with labels as a join gave them, after the last one came.
 * Join and learner are those of the stream, without a broker. Nobody has members, since whoever
 * revises has none; what these would give the oracle is told, too.
 */
public final class LateBench {
  private static final long WAIT = Duration.ofHours(1).toMillis();
  private static final long REVISE = Duration.ofDays(365).toMillis();

  private final LateEvents events;
  private final ModelSpec spec;
  private final String first;
  private final String second;
  private final List<LateEvents.Label> labels;

  /**
   * What one way to treat late labels gives.
   *
   * @param revised events whose label was corrected
   * @param heldOut nats an example
   * @param ofNaive share of what naive loses beside the oracle that is won
   * @param ofIgnore the same of ignore
   */
  public record Row(
      String way, long revised, double heldOut, double ofNaive, double ofIgnore, double seconds) {}

  /**
   * All ways over the same events.
   *
   * @param late share of the second label that comes after the wait
   * @param toOracle what revise loses, where the oracle loses 1
   */
  public record Result(
      String data, String curvature, int events, double late, double toOracle, List<Row> rows) {}

  /** How a model learned, and how well. */
  private record Learned(long revised, double heldOut, double seconds) {}

  public LateBench(final LateEvents events, final String curvature) {
    this.events = events;
    spec = events.data().spec("late", curvature);
    spec.setMembers(Members.NONE);
    first = spec.getLabels().get(0);
    second = spec.getLabels().get(1);
    labels = events.labels(second);
  }

  /** Measures each way. */
  public Result run() {
    final Map<String, Learned> ways = new LinkedHashMap<>();
    final Learned naive = joined(0, 0);
    final Learned ignore = joined(WAIT, 0);
    final Learned revise = joined(WAIT, REVISE);
    final Learned oracle = learned(spec, this::atOnce);
    ways.put("naive", naive);
    ways.put("ignore", ignore);
    ways.put("revise", revise);
    ways.put("revise, no wait", joined(0, REVISE));
    ways.put("oracle", oracle);
    final ModelSpec mixing = ModelSpec.newBuilder(spec).setMembers(Members.AUTO).build();
    ways.put("oracle, members", learned(mixing, this::atOnce));
    final List<Row> rows = new ArrayList<>();
    ways.forEach(
        (way, one) ->
            rows.add(
                new Row(
                    way,
                    one.revised(),
                    one.heldOut(),
                    share(naive, one, oracle),
                    share(ignore, one, oracle),
                    one.seconds())));
    final long late = labels.stream().filter(this::isLate).count();
    return new Result(
        events.name(),
        Spelling.of(spec.getCurvature()),
        events.size(),
        (double) late / labels.size(),
        revise.heldOut() / oracle.heldOut(),
        rows);
  }

  private boolean isLate(final LateEvents.Label label) {
    return label.time() - events.time(label.event()) > WAIT;
  }

  private static double share(final Learned worst, final Learned one, final Learned best) {
    return (worst.heldOut() - one.heldOut()) / (worst.heldOut() - best.heldOut());
  }

  private Learned learned(final ModelSpec spec, final Consumer<Learner> stream) {
    final long start = System.nanoTime();
    final Learner learner = new Learner(spec);
    stream.accept(learner);
    final Model model = learner.model();
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Double loss = new Evaluator(spec).score(model, events.test()).scores().logLoss();
    return new Learned(learner.revised, loss, seconds);
  }

  private void atOnce(final Learner learner) {
    for (int i = 0; i < events.size(); i++) {
      learner.learn(i, events.label(i), null);
    }
  }

  /** Events and labels in the order in which they come. */
  private Learned joined(final long wait, final long revise) {
    final JoinRules rules = new JoinRules(wait, first, false, revise, Set.copyOf(spec.getLabels()));
    return learned(
        spec,
        learner -> {
          final Entries entries = new Entries(Path.of("target"));
          final Joiner joiner =
              new Joiner(rules, entries, entries::put, learner::take, new JoinCounts());
          int label = 0;
          for (int i = 0; i < events.size(); i++) {
            joiner.advance(events.time(i));
            joiner.event(new Origin(0, i, events.time(i)), bytes(i), bytes(i));
            final long next = i + 1 < events.size() ? events.time(i + 1) : Long.MAX_VALUE;
            for (; label < labels.size() && labels.get(label).time() < next; label++) {
              final LateEvents.Label come = labels.get(label);
              joiner.advance(come.time());
              joiner.label(new Origin(0, label, come.time()), bytes(come.event()), second);
            }
          }
          joiner.advance(Long.MAX_VALUE);
        });
  }

  private static byte[] bytes(final int event) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(event).array();
  }

  /** A worker alone, and what it would publish. */
  private final class Learner {
    private final ModelSpec spec;
    private final Worker worker;
    private final ExampleMapper mapper;
    private long revised;

    Learner(final ModelSpec spec) {
      this.spec = spec;
      worker = new Worker(spec, 0, new Baselines(spec.getLabels().size()));
      mapper = new ExampleMapper(spec, new FeatureSpace(spec));
    }

    void take(final Joined joined) {
      learn(ByteBuffer.wrap(joined.value()).getInt(), joined.label(), joined.former());
    }

    void learn(final int event, final String label, final String former) {
      final LabeledExample example = events.data().examples().apply(event);
      ((Point) example.getStructure()).setLabel(label);
      final Example x = mapped(example);
      if (former == null) {
        worker.learn(x, events.time(event));
      } else {
        revised++;
        worker.revise((SparsePoint) x, spec.getLabels().indexOf(former), events.time(event));
      }
    }

    private Example mapped(final LabeledExample example) {
      try {
        return mapper.labeled(example);
      } catch (final RejectedExample e) {
        throw new IllegalStateException(e);
      }
    }

    Model model() {
      final Merger merger = new Merger(spec, MergePolicy.of(spec));
      merger.add(worker.ship(events.size(), 0));
      final Base base = merger.merge(0);
      final Surrogate.Solution solution = base.constrained(spec);
      return solution.model(spec, 0).mixing(solution.members(spec, base.head().getMembers()));
    }
  }
}
