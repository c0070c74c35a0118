package org.majorant.model;

/** What a model says of one example, whatever its task; a record that JSON shows field by field. */
public interface Prediction {
  /** The version that predicted. */
  long version();
}
