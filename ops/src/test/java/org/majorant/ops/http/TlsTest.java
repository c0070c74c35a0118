package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.data.Adult;

/** HTTPS with a certificate that this test makes by the JDK's keytool. */
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private Path dir;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void server_withCertificateAndKey_speaksHttpsOnly(final String algorithm) throws Exception {
    final KeyStore made = make("own", algorithm);
    final KeyStore keys = PemKeyStore.read(dir.resolve("own.crt"), dir.resolve("own.key"));
    try (StatusServer server =
        server(new HttpAddress("127.0.0.1", 0, token(), Optional.of(keys)))) {
      final HttpClient client = client(made);
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
    make("own", "EC");
    make("other", "EC");
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

  /** A pair of files, as authorities hand them out. */
  private KeyStore make(final String name, final String algorithm) throws Exception {
    final Path store = dir.resolve(name + ".p12");
    final Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=majorant test only",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    final KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      made.load(in, PASSWORD);
    }
    pem(name + ".crt", "CERTIFICATE", made.getCertificate("test").getEncoded());
    pem(name + ".key", "PRIVATE KEY", made.getKey("test", PASSWORD).getEncoded());
    return made;
  }

  private void pem(final String name, final String type, final byte[] bytes) throws IOException {
    final String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        dir.resolve(name), "-----BEGIN %s-----%n%s%n-----END %1$s-----%n".formatted(type, text));
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

  private static HttpClient client(final KeyStore made) throws Exception {
    final KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("test", made.getCertificate("test"));
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
