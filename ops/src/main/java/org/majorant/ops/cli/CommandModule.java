package org.majorant.ops.cli;

import java.util.List;

/**
 * A module's commands, for a module that is not shipped: the command line has them wherever that
 * module is on the class path ({@link java.util.ServiceLoader}), and is complete without them.
 */
public interface CommandModule {
  /** The classes of the commands, in the order in which help lists them. */
  List<Class<?>> commands();
}
