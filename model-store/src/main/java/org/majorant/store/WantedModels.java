package org.majorant.store;

/** Which models of a topic to read, and how much of each. */
@FunctionalInterface
public interface WantedModels {
  /** Whether to read a model; records of others are not even decoded. */
  boolean test(String model);

  /**
   * How many bytes the data of a model's snapshot or delta may have. Of what is longer only the
   * head is given, so that a reader of many models has a bound of its memory.
   */
  default long mostBytes(final String model) {
    return Long.MAX_VALUE;
  }
}
