package org.majorant.stream;

import org.majorant.growth.SpecHistory;
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

  /** As {@link Fleet#weight} has it. */
  double weight() {
    return weight;
  }
}
