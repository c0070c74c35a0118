package org.majorant.ops.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.KeyStore;
import java.util.Optional;

/**
 * Where the status server listens, and what it asks of clients. Beyond loopback it asks for a
 * token: who can reach a port is not who may know what is learned.
 *
 * @param host name or address of an interface of this machine
 * @param port 0: any free one
 * @param token that clients send as {@code Authorization: Bearer}; empty: it asks for none
 * @param tls its certificate and key; empty: it speaks plain text
 */
public record HttpAddress(String host, int port, Optional<String> token, Optional<KeyStore> tls) {
  /**
   * @throws IllegalArgumentException where the host is not known, or beyond loopback without a
   *     token
   */
  public HttpAddress {
    if (token.isEmpty() && !isLoopback(host)) {
      throw new IllegalArgumentException(
          "--http-host %s is beyond loopback: name a file with a token by --http-token-file"
              .formatted(host));
    }
  }

  /** For this machine only. */
  public static HttpAddress loopback(final int port) {
    return new HttpAddress("127.0.0.1", port, Optional.empty(), Optional.empty());
  }

  /** Whether this machine alone reaches it. */
  boolean isLoopback() {
    return isLoopback(host);
  }

  /** The host as addresses of pages have it. */
  String hostInUrl() {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  private static boolean isLoopback(final String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (final UnknownHostException e) {
      throw new IllegalArgumentException("--http-host %s is not known".formatted(host), e);
    }
  }
}
