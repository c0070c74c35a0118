package org.majorant.ops.cli.bench;

import java.nio.file.Path;
import org.majorant.ops.bench.Peers;
import picocli.CommandLine.Option;

/** Whether other learners are measured beside ours. */
final class PeerOptions {
  @Option(
      names = "--without-peers",
      description = "Measure no other learners, which Maven builds before they run first.")
  private boolean without;

  /** Null where none are wanted. */
  Peers peers() {
    return without ? null : new Peers(Path.of(System.getProperty("majorant.home", ".")));
  }
}
