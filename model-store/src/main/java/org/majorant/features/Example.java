package org.majorant.features;

/** One example in the index space of a model; reused from example to example. */
public interface Example {
  /** Whether any label was observed; one without teaches nothing. */
  boolean isLabeled();
}
