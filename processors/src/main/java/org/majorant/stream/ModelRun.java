package org.majorant.stream;

import java.util.function.LongConsumer;
import org.apache.kafka.common.TopicPartition;
import org.majorant.growth.SpecHistory;
import org.majorant.log.GapLog;
import org.majorant.log.LogCursor;
import org.majorant.schema.ModelSpec;

/**
 * A model as an application learns it. It is another object when its spec has changed, or when it
 * goes on after a pause: then its workers and its majorizer begin again, from what they have saved.
 */
final class ModelRun {
  private final SpecHistory history;
  private final long incarnation;
  private final TopologySettings settings;
  private final double weight;

  /**
   * @param incarnation what was saved under another one is of a model that was deleted; 0: the
   *     model has no other
   * @param settings what its parts need
   */
  ModelRun(final SpecHistory history, final long incarnation, final TopologySettings settings) {
    this.history = history;
    this.incarnation = incarnation;
    this.settings = settings;
    weight = Fleet.weight(history.spec());
  }

  String model() {
    return spec().getModel();
  }

  ModelSpec spec() {
    return history.spec();
  }

  /** Of the spec: what was learned before it has grown is read in its place. */
  SpecHistory history() {
    return history;
  }

  /**
   * Whether its spec has grown, and no base of it is known yet. Until its majorizer has taken the
   * spec, what a worker would ship could not be merged.
   */
  boolean isGrowing() {
    return settings
        .baseFeed()
        .current()
        .filter(base -> history.isFormer(base.head().getSpec()))
        .isPresent();
  }

  long incarnation() {
    return incarnation;
  }

  TopologySettings settings() {
    return settings;
  }

  /**
   * Where the model is on a topic that it reads. Who else the application learns does not matter:
   * where the model begins is said under the name of its own group.
   *
   * @param checkpoint as all that follows, as {@link LogCursor} has it
   */
  LogCursor cursor(
      final TopicPartition partition,
      final long checkpoint,
      final LongConsumer begin,
      final GapLog.RecordSink again,
      final LogCursor.LossSink lost) {
    final String group = LearnerApplication.applicationId(spec());
    return new LogCursor(settings.gapLog(), partition, group, checkpoint, begin, again, lost);
  }

  /** As {@link Fleet#weight} has it. */
  double weight() {
    return weight;
  }
}
