package org.majorant.stream;

import org.majorant.schema.ModelSpec;

/**
 * A model as an application learns it. It is another object when its spec has changed, or when it
 * goes on after a pause: then its workers and its majorizer begin again, from what they have saved.
 *
 * @param incarnation what was saved under another one is of a model that was deleted; 0: the model
 *     has no other
 * @param settings what its parts need
 */
record ModelRun(ModelSpec spec, long incarnation, TopologySettings settings) {
  String model() {
    return spec.getModel();
  }

  /** Two that are equal are still two. */
  @Override
  public boolean equals(final Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
