package org.majorant.input;

/**
 * A learner had stopped because of its topic, and an operator has had the model go on with the
 * topic as it is now, has made room for its partitions, has added partitions to the topics of a
 * join, or has deleted the model: a learner that is started now can learn.
 */
public final class LogAccepted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LogAccepted(final String model) {
    super("%s can go on with its topic: start its learner again".formatted(model));
  }
}
