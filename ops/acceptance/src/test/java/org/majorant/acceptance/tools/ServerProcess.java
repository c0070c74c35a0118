package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Another's server as a process of its own, from its first answer until it is closed. */
final class ServerProcess implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;

  /**
   * Starts it, and waits until it answers.
   *
   * @param log where its output goes, which a failure shows
   * @param ready what it answers with 200 when it is
   * @param atMost how long that may take
   */
  ServerProcess(
      final ProcessBuilder builder, final Path log, final URI ready, final Duration atMost)
      throws IOException, InterruptedException {
    process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    final long end = System.nanoTime() + atMost.toNanos();
    try {
      while (!isReady(ready)) {
        assertThat(process.isAlive() && System.nanoTime() < end)
            .as("an answer from %s: %s", ready, Files.readString(log))
            .isTrue();
        Thread.sleep(100);
      }
    } catch (final AssertionError | IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** A port on loopback that nobody has. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  HttpResponse<String> get(final URI uri) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri).build());
  }

  HttpResponse<String> send(final HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  private boolean isReady(final URI ready) throws InterruptedException {
    try {
      return get(ready).statusCode() == 200;
    } catch (final IOException e) {
      return false;
    }
  }
}
