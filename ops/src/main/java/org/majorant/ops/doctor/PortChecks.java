package org.majorant.ops.doctor;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.majorant.ops.broker.LoopbackPort;

/**
 * Checks of the ports that Majorant uses: each is free, or taken by a program that belongs there.
 */
public final class PortChecks {
  private static final int ANSWER_MILLIS = 2000;

  private PortChecks() {}

  /** The port of a broker's clients. */
  public static Finding broker(final int port) throws InterruptedException {
    final String check = "port " + port;
    if (LoopbackPort.isFree(port)) {
      return Finding.ok(check, "free for a broker");
    }
    return isBroker(port)
        ? Finding.ok(check, "a broker has it")
        : Finding.warn(
            check,
            "taken by what is no broker that lets anybody in",
            "ops/majorant broker --port 0 (ss -ltnp says who has it)");
  }

  /** The port of a learner's page. */
  public static Finding http(final int port) throws InterruptedException {
    final String check = "port " + port;
    if (LoopbackPort.isFree(port)) {
      return Finding.ok(check, "free for a learner's page");
    }
    return isLearner(port)
        ? Finding.ok(check, "a learner's page has it; another learner needs another --http-port")
        : Finding.warn(
            check,
            "taken by what is no learner's page",
            "ops/majorant learn --spec FILE --http-port 0 (ss -ltnp says who has it)");
  }

  private static boolean isBroker(final int port) throws InterruptedException {
    final Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port));
    try {
      final var options = new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS);
      admin.describeCluster(options).clusterId().get();
      return true;
    } catch (final ExecutionException e) {
      return false;
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  private static boolean isLearner(final int port) throws InterruptedException {
    final URI description = URI.create("http://127.0.0.1:" + port + "/api/openapi.json");
    final HttpRequest request =
        HttpRequest.newBuilder(description).timeout(Duration.ofMillis(ANSWER_MILLIS)).build();
    try {
      final String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      return body.contains("Majorant");
    } catch (final IOException e) {
      return false;
    }
  }
}
