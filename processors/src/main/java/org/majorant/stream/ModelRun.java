package org.majorant.stream;

import org.majorant.schema.ModelSpec;

/**
 * A model as an application learns it. It is another object when its spec has changed, or when it
 * goes on after a pause: then its workers and its majorizer begin again, from what they have saved.
 */
final class ModelRun {
  private final ModelSpec spec;
  private final long incarnation;
  private final TopologySettings settings;
  private final double weight;

  /**
   * @param incarnation what was saved under another one is of a model that was deleted; 0: the
   *     model has no other
   * @param settings what its parts need
   */
  ModelRun(final ModelSpec spec, final long incarnation, final TopologySettings settings) {
    this.spec = spec;
    this.incarnation = incarnation;
    this.settings = settings;
    weight = Fleet.weight(spec);
  }

  String model() {
    return spec.getModel();
  }

  ModelSpec spec() {
    return spec;
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
