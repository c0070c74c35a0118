package org.majorant.demo.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.terminal.CommandFailed;

class BrokerSettingsTest {
  @TempDir private Path home;

  @Test
  void ports_usedBefore_areChosenAgain() throws IOException {
    final BrokerSettings first = BrokerSettings.choose(home, 0);
    first.write();

    assertThat(BrokerSettings.choose(home, 0)).isEqualTo(first);
  }

  @Test
  void port_usedBeforeAndTaken_isReplaced() throws IOException {
    final BrokerSettings first = BrokerSettings.choose(home, 0);
    first.write();

    try (ServerSocket taken = listen(first.port())) {
      final BrokerSettings second = BrokerSettings.choose(home, 0);

      assertThat(second.port()).isNotEqualTo(taken.getLocalPort());
      assertThat(second.controllerPort()).isEqualTo(first.controllerPort());
    }
  }

  @Test
  void port_asked_isTakenBeforeTheRecordedOne() throws IOException {
    final BrokerSettings first = BrokerSettings.choose(home, 0);
    first.write();

    final BrokerSettings swapped = BrokerSettings.choose(home, first.controllerPort());

    assertThat(swapped.port()).isEqualTo(first.controllerPort());
    assertThat(swapped.controllerPort()).isNotEqualTo(swapped.port());
  }

  @Test
  void port_askedAndTaken_isRefused() throws IOException {
    try (ServerSocket taken = listen(0)) {
      assertThatThrownBy(() -> BrokerSettings.choose(home, taken.getLocalPort()))
          .isInstanceOf(CommandFailed.class)
          .hasMessageContaining("port " + taken.getLocalPort() + " is taken");
    }
  }

  private static ServerSocket listen(final int port) throws IOException {
    final ServerSocket socket = new ServerSocket();
    socket.bind(new InetSocketAddress("127.0.0.1", port));
    return socket;
  }
}
