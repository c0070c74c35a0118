package org.majorant.research.cli.bench;

import java.nio.file.Path;
import org.majorant.research.bench.Peers;
import picocli.CommandLine.Option;

/** Whether other learners are measured beside ours. */
final class PeerOptions {
  @Option(
      names = "--without-peers",
      description = "Do not measure other learners. Maven builds them before they first run.")
  private boolean without;

  /** Null where none are wanted. */
  Peers peers() {
    return without ? null : new Peers(Path.of(System.getProperty("majorant.home", ".")));
  }
}
