package org.majorant.store;

/**
 * The transactional ids of commands. A learner's begin with {@code majorant-} and its model's name,
 * whatever that is, and the rights to them are given by this prefix. Therefore a command's begin
 * otherwise: nobody gets rights to them by the name of a model.
 */
public final class TransactionalIds {
  private TransactionalIds() {}

  /** The id of what a command does to a model. */
  public static String of(final String command, final String model) {
    return of(command + "-" + model);
  }

  /** The id of what a command does to no model of its own. */
  public static String of(final String command) {
    return "majorant." + command;
  }
}
