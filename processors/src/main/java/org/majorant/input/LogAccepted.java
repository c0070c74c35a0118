package org.majorant.input;

/**
 * A learner had stopped because of its topic, and an operator has had the model go on with the
 * topic as it is now, or has deleted the model: a learner that is started now can learn.
 */
public final class LogAccepted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LogAccepted(final String model) {
    super("the topic of %s is accepted: start its learner again".formatted(model));
  }
}
