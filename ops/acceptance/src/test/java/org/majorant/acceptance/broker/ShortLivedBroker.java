package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.majorant.acceptance.Jvm;
import org.majorant.demo.broker.BrokerProcess;

/** The broker of a test that takes seconds. */
public final class ShortLivedBroker {
  private ShortLivedBroker() {}

  /**
   * Options of its JVM.
   *
   * @param more options besides
   */
  public static List<String> jvm(final String... more) {
    final List<String> options = Jvm.shortLived(more);
    options.addAll(BrokerClasses.mapped());
    return options;
  }

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
    return BrokerProcess.start(dataDir, 0, jvm());
  }
}
