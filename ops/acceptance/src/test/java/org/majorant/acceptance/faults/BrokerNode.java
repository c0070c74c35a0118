package org.majorant.acceptance.faults;

import java.io.IOException;
import kafka.Kafka;
import kafka.tools.StorageTool;

/** Kafka's server for as long as the test holds the other end of its standard input. */
final class BrokerNode {
  private BrokerNode() {}

  /**
   * Runs the server, on storage that is formatted at the first start.
   *
   * @param args the server.properties, and the cluster's id
   */
  public static void main(final String[] args) {
    final Thread owner = new Thread(BrokerNode::haltWithOwner, "owner");
    owner.setDaemon(true);
    owner.start();
    final String[] format = {"format", "-c", args[0], "-t", args[1], "--ignore-formatted"};
    if (StorageTool.execute(format, System.out) != 0) {
      System.exit(1);
    }
    Kafka.main(new String[] {args[0]});
  }

  /** A pipe closes with its owner, however that one dies. */
  private static void haltWithOwner() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said on the pipe; only its end matters.
      }
    } catch (final IOException e) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(1);
  }
}
