package org.majorant.ops.options;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.deadletters.DeadLetterReader;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.store.Topics;
import picocli.CommandLine.Mixin;

/** Opens the dead-letter topic for a command. */
public final class DeadLetterReading {
  @Mixin private ConnectionOptions connection;

  public ConnectionOptions connection() {
    return connection;
  }

  /**
   * @throws CommandFailed where there is no broker, no such topic, or one with many partitions
   */
  public DeadLetterReader open() throws ExecutionException, InterruptedException {
    final Admin admin = connection.connect();
    try {
      connection.requireTopics(admin, Topics.DEAD_LETTERS);
      if (connection.partitions(admin, Topics.DEAD_LETTERS) != 1) {
        throw new CommandFailed(
            Topics.DEAD_LETTERS
                + " has more than one partition: see what to do with 'ops/majorant doctor'");
      }
      return new DeadLetterReader(admin, connection.clientProperties(), connection.timeout());
    } catch (ExecutionException | RuntimeException e) {
      admin.close();
      throw e;
    }
  }
}
