package org.majorant.research.cli;

import java.util.List;
import org.majorant.ops.cli.CommandModule;
import org.majorant.research.cli.bench.BenchCommand;

/** What this module adds to the command line. */
public final class ResearchCommands implements CommandModule {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        MaxentCommand.class, BoundCommand.class, ReproduceCommand.class, BenchCommand.class);
  }
}
