package org.majorant.demo.cli;

import java.util.List;
import org.majorant.ops.cli.CommandModule;

/** What this module adds to the command line. */
public final class DemoCommands implements CommandModule {
  @Override
  public List<Class<?>> commands() {
    return List.of(DemoCommand.class, BrokerCommand.class);
  }
}
