package org.majorant.ops.broker;

import java.nio.file.Path;
import java.util.List;
import org.majorant.ops.learn.LearnerProcess;

/** The broker of a test that takes seconds. */
public final class ShortLivedBroker {
  private ShortLivedBroker() {}

  /** As {@link BrokerProcess#start(Path)} does. */
  public static BrokerProcess start(final Path dataDir) {
    return BrokerProcess.start(dataDir, 0, List.of(LearnerProcess.ONE_COMPILER));
  }
}
