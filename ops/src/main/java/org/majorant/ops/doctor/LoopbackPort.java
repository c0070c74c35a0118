package org.majorant.ops.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports of this machine's loopback address. */
public final class LoopbackPort {
  private LoopbackPort() {}

  /** Whether a server could listen on it now. */
  public static boolean isFree(final int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress("127.0.0.1", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
