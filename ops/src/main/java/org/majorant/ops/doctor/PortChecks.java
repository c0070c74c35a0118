package org.majorant.ops.doctor;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * Checks of the ports that Majorant uses: each is free, or taken by a program that belongs there.
 */
public final class PortChecks {
  /** What a learner's page says to who does not send its token. */
  private static final String REALM = "Basic realm=\"majorant\"";

  private PortChecks() {}

  /**
   * The port of a broker's clients.
   *
   * @param timeout how long who has the port may take to answer
   */
  public static Finding broker(final int port, final Duration timeout) throws InterruptedException {
    final String check = "port " + port;
    if (LoopbackPort.isFree(port)) {
      return Finding.ok(check, "free for a broker");
    }
    return isBroker(port, timeout)
        ? Finding.ok(check, "a broker has it")
        : Finding.warn(
            check,
            "taken by what is no broker that lets anybody in",
            "ops/majorant broker --port 0 (ss -ltnp says who has it)");
  }

  /**
   * The port of a learner's page.
   *
   * @param timeout as for {@link #broker}
   */
  public static Finding http(final int port, final Duration timeout) throws InterruptedException {
    final String check = "port " + port;
    if (LoopbackPort.isFree(port)) {
      return Finding.ok(check, "free for a learner's page");
    }
    return isLearner(port, timeout)
        ? Finding.ok(check, "a learner's page has it; another learner needs another --http-port")
        : Finding.warn(
            check,
            "taken by what is no learner's page",
            "ops/majorant learn --spec FILE --http-port 0 (ss -ltnp says who has it)");
  }

  private static boolean isBroker(final int port, final Duration timeout)
      throws InterruptedException {
    final Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port));
    try {
      final var options = new DescribeClusterOptions().timeoutMs((int) timeout.toMillis());
      admin.describeCluster(options).clusterId().get();
      return true;
    } catch (final ExecutionException e) {
      return false;
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  /** It may speak plain text or TLS, and where it asks for a token, it says whose. */
  private static boolean isLearner(final int port, final Duration timeout)
      throws InterruptedException {
    return isLearner("http", port, timeout) || isLearner("https", port, timeout);
  }

  private static boolean isLearner(final String scheme, final int port, final Duration timeout)
      throws InterruptedException {
    final URI description = URI.create(scheme + "://127.0.0.1:" + port + "/api/openapi.json");
    final HttpRequest request = HttpRequest.newBuilder(description).timeout(timeout).build();
    try {
      final HttpClient client = HttpClient.newBuilder().sslContext(anyCertificate()).build();
      final HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      return answer.body().contains("Majorant")
          || answer.headers().allValues("WWW-Authenticate").contains(REALM);
    } catch (final IOException e) {
      return false;
    }
  }

  /** Nothing is told to whoever answers, and only who it is matters: any certificate will do. */
  private static SSLContext anyCertificate() {
    try {
      final SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, null);
      return context;
    } catch (final GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /** Of the extended kind, which is asked about the name as well. */
  private static final class AnyCertificate extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String type) {}

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String type) {}

    @Override
    public void checkClientTrusted(
        final X509Certificate[] chain, final String type, final Socket socket) {}

    @Override
    public void checkServerTrusted(
        final X509Certificate[] chain, final String type, final Socket socket) {}

    @Override
    public void checkClientTrusted(
        final X509Certificate[] chain, final String type, final SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        final X509Certificate[] chain, final String type, final SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
