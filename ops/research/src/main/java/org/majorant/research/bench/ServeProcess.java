package org.majorant.research.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.majorant.ops.terminal.CommandFailed;

/**
 * {@code serve} as a process of its own, so that the client does not share its heap and compiler.
 * As a child that has ended before the bench does, it is not counted among other processes.
 */
final class ServeProcess implements AutoCloseable {
  private static final String PROGRAM = "org.majorant.ops.Majorant";
  private static final int LOOK_MILLIS = 20;
  private static final int SHUTDOWN_SECONDS = 10;
  private static final int START_SECONDS = 60;

  private final Path log;
  private final Process process;
  private final URI url;

  /**
   * Starts one and waits until it has read a model.
   *
   * @param dir for its log
   * @param servers the brokers
   * @param model its name
   */
  ServeProcess(final Path dir, final String servers, final String model)
      throws IOException, InterruptedException {
    log = dir.resolve("serve.log");
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PROGRAM,
                "serve",
                "--json",
                "--http-port=0",
                "--bootstrap-server=" + servers)
            .redirectError(log.toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    try {
      url = URI.create(start().get("url").asText());
      await(url.resolve("/v2/models/%s/ready".formatted(model)));
    } catch (final IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Where it listens. */
  URI url() {
    return url;
  }

  /** The line in which it says where it listens; a log may be before it. */
  private JsonNode start() throws IOException {
    final String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))
            .lines()
            .filter(each -> each.startsWith("{"))
            .findFirst()
            .orElseThrow(this::failed);
    return new ObjectMapper().readTree(line);
  }

  private void await(final URI ready) throws IOException, InterruptedException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (status(ready) != HttpURLConnection.HTTP_OK) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw failed();
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static int status(final URI uri) throws IOException {
    return ((HttpURLConnection) uri.toURL().openConnection()).getResponseCode();
  }

  private CommandFailed failed() {
    return new CommandFailed("'serve' does not start: %s says why".formatted(log));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly().onExit().join();
  }
}
