package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.majorant.acceptance.Jvm;
import org.majorant.demo.broker.BrokerProcess;

/** The broker of a test that takes seconds. */
public final class ShortLivedBroker {
  private ShortLivedBroker() {}

  /** The process of the only broker that this one has started, to send it signals. */
  public static ProcessHandle process() {
    final List<ProcessHandle> found =
        ProcessHandle.current()
            .children()
            .filter(child -> child.info().command().orElse("").endsWith("java"))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  /** As {@link BrokerProcess#start(Path)} does. */
  public static BrokerProcess start(final Path dataDir) {
    return BrokerProcess.start(dataDir, 0, Jvm.SHORT_LIVED);
  }
}
