package org.majorant.ops.options;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Optional;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.PemKeyStore;
import org.majorant.ops.terminal.CommandFailed;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say where the status server listens and what it asks of clients. */
public final class HttpOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--http-host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description =
          "The address on which the page, the API and /metrics listen. One beyond loopback needs a"
              + " token.")
  private String host;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Their port; 0 for any free one.")
  private int port;

  @Option(
      names = "--http-token-file",
      paramLabel = "FILE",
      description =
          "File with the token that clients send as bearer or password, for all but /healthz and"
              + " /readyz.")
  private Path tokenFile;

  @Option(
      names = "--http-tls-cert",
      paramLabel = "FILE",
      description =
          "Certificate of the server (PEM, followed by those of its signers). The server then"
              + " speaks HTTPS only.")
  private Path certificate;

  @Option(
      names = "--http-tls-key",
      paramLabel = "FILE",
      description = "Its private key (PEM, PKCS #8, not encrypted).")
  private Path key;

  @Option(
      names = "--grafana-url",
      paramLabel = "URL",
      description =
          "The page, which keeps a day, has a link to this address for longer times, as"
              + " http://localhost:3000.")
  private URI grafana;

  /** Where longer times than a day are shown; empty: nobody has said so. */
  public Optional<URI> grafana() {
    Usage.require(
        command,
        grafana == null
            || grafana.getHost() != null && String.valueOf(grafana.getScheme()).matches("https?"),
        "--grafana-url must be a URL with http or https, as http://localhost:3000");
    return Optional.ofNullable(grafana);
  }

  /**
   * @throws CommandFailed where the token, certificate or key cannot be read
   */
  public HttpAddress address() {
    Usage.requirePort(command, "--http-port", port);
    Usage.require(
        command,
        (certificate == null) == (key == null),
        "--http-tls-cert and --http-tls-key go together: give both, or none");
    final Optional<KeyStore> tls =
        Optional.ofNullable(certificate).map(file -> PemKeyStore.read(file, key));
    try {
      return new HttpAddress(
          host, port, Optional.ofNullable(tokenFile).map(HttpOptions::read), tls);
    } catch (final IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  private static String read(final Path file) {
    try {
      final String token = Files.readString(file).strip();
      if (token.isEmpty()) {
        throw new CommandFailed("the token file %s is empty: %s".formatted(file, make(file)));
      }
      return token;
    } catch (final IOException e) {
      throw new CommandFailed("cannot read the token file %s: %s".formatted(file, make(file)), e);
    }
  }

  private static String make(final Path file) {
    return "make one with 'openssl rand -hex 32 > %s'".formatted(file);
  }
}
