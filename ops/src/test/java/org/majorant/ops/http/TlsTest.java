package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.KeyFiles;
import org.majorant.ops.data.Adult;
import org.majorant.ops.terminal.CommandFailed;

/** HTTPS with a certificate that this test makes by the JDK's keytool. */
class TlsTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void server_withCertificateAndKey_speaksHttpsOnly(final String algorithm) throws Exception {
    final KeyFiles made = KeyFiles.make(dir, "own", algorithm);
    final KeyStore keys = PemKeyStore.read(made.certificate(), made.key());
    try (StatusServer server =
        server(new HttpAddress("127.0.0.1", 0, token(), Optional.of(keys)))) {
      final HttpClient client = client(made.store());
      assertThat(server.url()).startsWith("https://127.0.0.1:");
      assertThat(status(client, server.url() + "/healthz")).isEqualTo(200);
      assertThat(status(client, server.url() + "/metrics")).isEqualTo(401);
      assertThatThrownBy(() -> status(client, server.url().replace("https", "http") + "/healthz"))
          .isInstanceOf(IOException.class);
      final int port = URI.create(server.url()).getPort();
      final var same = new HttpAddress("127.0.0.1", port, token(), Optional.of(keys));
      assertThatThrownBy(() -> server(same).close())
          .isInstanceOf(CommandFailed.class)
          .hasMessageStartingWith("port " + port + " is taken");
    }
  }

  @Test
  void files_thatDoNotFit_areSaidInOneLine() throws Exception {
    KeyFiles.make(dir, "own", "EC");
    KeyFiles.make(dir, "other", "EC");
    Files.writeString(dir.resolve("empty"), "");
    assertFails("own.crt", "other.key", "other.key is no PKCS #8 key");
    assertFails("own.crt", "empty", "empty is no PKCS #8 key");
    assertFails("own.crt", "none", "cannot read the key in");
    assertFails("empty", "own.key", "empty has no certificate");
    assertFails("own.key", "own.key", "no certificate|cannot read a certificate");
    assertFails("none", "own.key", "cannot read a certificate");
  }

  private void assertFails(final String certificate, final String key, final String message) {
    assertThatThrownBy(() -> PemKeyStore.read(dir.resolve(certificate), dir.resolve(key)))
        .isInstanceOf(CommandFailed.class)
        .message()
        .containsPattern(message)
        .hasLineCount(1);
  }

  private static Optional<String> token() {
    return Optional.of("s3cret");
  }

  private static StatusServer server(final HttpAddress address) throws IOException {
    return new StatusServer(
        address,
        Map.of("bootstrap.servers", "127.0.0.1:1"),
        Adult.spec(),
        null,
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
  }

  private static HttpClient client(final KeyStore trusted) throws Exception {
    final TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    final SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static int status(final HttpClient client, final String url) throws Exception {
    final HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }
}
