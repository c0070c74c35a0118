package org.majorant.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import org.majorant.fleet.HeapRoom;
import org.majorant.growth.SpecHistory;
import org.majorant.input.LogAccepted;
import org.majorant.log.TopicMaker;
import org.majorant.prior.Restriction;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FormerSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Wish;
import org.majorant.spec.OpenLabels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the models that an application learns in line with those that are applied to it. Whatever
 * is wrong with one of them is said of that one, and tried again after a while. Its methods are
 * called on one thread, but where they say otherwise.
 */
final class FleetModels implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FleetModels.class);
  private static final long AGAIN_MILLIS = 5000;

  private final ModelParts.Shared shared;
  private final Supplier<SortedMap<String, AppliedSpec>> applied;
  private final LearnerApplication application;
  private final Fleet fleet;
  private final Map<String, ModelParts> open = new ConcurrentSkipListMap<>();
  private final Map<String, Failed> failed = new ConcurrentSkipListMap<>();
  private volatile SortedMap<String, AppliedSpec> wanted = new TreeMap<>();
  private boolean closed;
  private int partitions; // for which the workers' progress has room

  /**
   * A model that could not be opened.
   *
   * @param again milliseconds, when to try again
   */
  private record Failed(AppliedSpec applied, String why, long again) {}

  FleetModels(
      final ModelParts.Shared shared,
      final Supplier<SortedMap<String, AppliedSpec>> applied,
      final LearnerApplication application) {
    this.shared = shared;
    this.applied = applied;
    this.application = application;
    fleet = shared.fleet();
  }

  /** What is applied where a model is learned alone. */
  static AppliedSpec only(final SpecHistory history) {
    final ModelSpec spec = history.spec();
    return AppliedSpec.newBuilder()
        .setModel(spec.getModel())
        .setSpec(spec)
        .setVersion(1)
        .setIncarnation(0)
        .setTime(0)
        .setWish(Wish.LEARN)
        .setFormer(history.former().stream().map(former -> new FormerSpec(0L, 0L, former)).toList())
        .build();
  }

  /** Looks what has changed, and learns, pauses or ends models accordingly. */
  synchronized void look() {
    if (closed) {
      return;
    }
    wanted = applied.get();
    fleet.expect(wanted.size());
    new ArrayList<>(open.values()).stream().filter(this::isOver).forEach(this::close);
    failed.keySet().retainAll(wanted.keySet());
    final List<AppliedSpec> news = wanted.values().stream().filter(this::isToOpen).toList();
    if (!fleet.isAlone()) {
      open.values().forEach(this::watchRoom);
      shared.feeds().add(news.stream().map(SpecHistory::of).toList());
    }
    news.forEach(this::tryToOpen);
  }

  /** Whether what is open is not what is applied, or can be opened again. */
  private boolean isOver(final ModelParts parts) {
    final AppliedSpec now = wanted.get(parts.run().model());
    if (!parts.applied().equals(now)) {
      return true;
    }
    if (fleet.isAlone() || !parts.ended().isCompletedExceptionally()) {
      return false;
    }
    final Throwable why = parts.ended().handle((nothing, e) -> e).join();
    if (why instanceof LogAccepted) {
      return true;
    }
    fleet.pause(parts.run(), String.valueOf(why.getMessage()));
    return false;
  }

  private static boolean isEnding(final AppliedSpec model) {
    return model.getWish() == Wish.DELETE || model.getWish() == Wish.EXCHANGE;
  }

  private boolean isToOpen(final AppliedSpec model) {
    if (open.containsKey(model.getModel()) || model.getWish() == Wish.PAUSE) {
      return false;
    }
    final Failed last = failed.get(model.getModel());
    return last == null
        || !last.applied().equals(model)
        || System.currentTimeMillis() >= last.again();
  }

  private void tryToOpen(final AppliedSpec model) {
    try {
      open(model);
      failed.remove(model.getModel());
    } catch (final RuntimeException e) {
      if (fleet.isAlone()) {
        throw e;
      }
      final Failed last = failed.get(model.getModel());
      if (last == null || !last.why().equals(e.getMessage())) {
        LOG.error("{} is not learned: {}", model.getModel(), e.getMessage(), e);
      }
      failed.put(
          model.getModel(),
          new Failed(
              model, String.valueOf(e.getMessage()), System.currentTimeMillis() + AGAIN_MILLIS));
    }
  }

  private void open(final AppliedSpec model) {
    if (!fleet.isAlone()) {
      require(model);
    }
    final CompletableFuture<Void> ended =
        fleet.isAlone() ? application.ended() : new CompletableFuture<>();
    final ModelParts parts = new ModelParts(model, shared, this::makeRoom, ended);
    open.put(model.getModel(), parts);
    try {
      begin(parts);
    } catch (final RuntimeException e) {
      close(parts); // so that it can be opened again
      throw e;
    }
  }

  private void begin(final ModelParts parts) {
    final AppliedSpec model = parts.applied();
    parts.input().look();
    parts.measure(application, fleet);
    if (isEnding(model)) {
      final boolean rests = model.getWish() == Wish.EXCHANGE;
      fleet.end(parts.run(), new Fleet.Ending(model.getLastBase(), rests));
    } else if (fleet.isAlone() || !parts.input().isStopped()) {
      fleet.put(parts.run());
    } else {
      fleet.pause(parts.run(), parts.obstacle().orElseThrow());
    }
    parts
        .input()
        .begin(
            fleet.isAlone()
                ? application::leave
                : () -> fleet.pause(parts.run(), parts.obstacle().orElseThrow()));
  }

  /** What a model of a fleet needs; one that is learned alone was looked at before. */
  private void require(final AppliedSpec model) {
    if (isEnding(model)) {
      return;
    }
    final ModelSpec spec = model.getSpec();
    noRoom(spec)
        .ifPresent(
            why -> {
              throw new CannotLearn(why, null);
            });
    Restriction.of(spec).requireFeasible();
    requireTopic(spec.getInput());
    if (spec.getLateLabels() != null) {
      requireTopic(spec.getLateLabels().getTopic());
    }
    if (shared.feeds().of(spec.getModel()).isOfAnother()) {
      throw new CannotLearn(
          "what was learned under this name is of another spec: type 'models reset %s --yes'"
              .formatted(spec.getModel()),
          null);
    }
  }

  private void requireTopic(final String topic) {
    if (shared.log().topic(topic).partitions() == 0) {
      throw new CannotLearn(
          "there is no topic %s: create it, and the model is learned".formatted(topic), null);
    }
  }

  private Optional<String> noRoom(final ModelSpec spec) {
    final List<ModelSpec> others =
        open.values().stream()
            .filter(each -> !each.run().model().equals(spec.getModel()))
            .map(ModelParts::known)
            .toList();
    return HeapRoom.refusal(spec, others, Runtime.getRuntime().maxMemory());
  }

  /** A model whose labels are open may have become too large since it was opened. */
  private void watchRoom(final ModelParts parts) {
    if (OpenLabels.areIn(parts.run().spec())) {
      noRoom(parts.known()).ifPresent(why -> fleet.pause(parts.run(), why));
    }
  }

  private void close(final ModelParts parts) {
    final String model = parts.run().model();
    open.remove(model);
    fleet.remove(parts.run());
    if (!fleet.isAlone()) {
      shared.feeds().remove(model);
    }
    parts.close();
  }

  /** Makes room for the progress of workers of so many partitions. */
  private void makeRoom(final int most) {
    if (most > partitions) {
      new TopicMaker(shared.brokers())
          .expand(LearnerTopology.workersTopic(fleet.application()), most);
      partitions = most;
    }
  }

  /** The topic of the only model is not the log that was learned from; on any thread. */
  void found(final String why) {
    open.values().forEach(parts -> parts.input().found(why));
  }

  /** Whether the only model has stopped because of its topic; on any thread. */
  boolean isStopped() {
    return fleet.isAlone() && open.values().stream().anyMatch(parts -> parts.input().isStopped());
  }

  /** Why the only model does not learn, as far as its topic goes; on any thread. */
  Optional<String> obstacle() {
    return fleet.isAlone()
        ? open.values().stream().findFirst().flatMap(ModelParts::obstacle)
        : Optional.empty();
  }

  /** As {@link LearnerApplication#states}; on any thread. */
  SortedMap<String, Optional<String>> states() {
    final SortedMap<String, Optional<String>> states = new TreeMap<>();
    wanted.forEach((name, model) -> states.put(name, state(model)));
    return states;
  }

  /** As {@link LearnerApplication#published}; on any thread. */
  List<LearnerApplication.Published> published() {
    return open.values().stream().flatMap(parts -> parts.published().stream()).toList();
  }

  private Optional<String> state(final AppliedSpec model) {
    if (model.getWish() == Wish.DELETE) {
      return Optional.of("it is being deleted");
    }
    if (model.getWish() == Wish.EXCHANGE) {
      return Optional.of("it changes places");
    }
    if (model.getWish() == Wish.PAUSE) {
      return Optional.of(
          model.getReason() == null ? "it is paused" : "it is paused: " + model.getReason());
    }
    final Failed last = failed.get(model.getModel());
    if (last != null) {
      return Optional.of(last.why());
    }
    final ModelParts parts = open.get(model.getModel());
    return parts == null
        ? Optional.of("it starts")
        : fleet.paused(parts.run()).or(() -> application.joinObstacle(parts.run()));
  }

  @Override
  public synchronized void close() {
    closed = true;
    open.values().forEach(ModelParts::close);
    open.clear();
  }
}
