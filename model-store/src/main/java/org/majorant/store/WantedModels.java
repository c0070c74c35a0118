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

  /** The heads of one model, whose data may take more than the memory of who asks for them. */
  static WantedModels headsOf(final String model) {
    return new WantedModels() {
      @Override
      public boolean test(final String other) {
        return model.equals(other);
      }

      @Override
      public long mostBytes(final String other) {
        return 0;
      }
    };
  }
}
