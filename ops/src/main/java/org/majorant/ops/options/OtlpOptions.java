package org.majorant.ops.options;

import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says where metrics and traces are sent, besides where metrics are served. */
public final class OtlpOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--otlp-url",
      paramLabel = "URL",
      description =
          "Send metrics each minute, too, to this receiver of OpenTelemetry's protocol over HTTP,"
              + " as http://localhost:4318/v1/metrics, and traces of versions to .../v1/traces;"
              + " headers and resource by OTEL_... variables.")
  private URI url;

  /** Empty: metrics are served only. */
  public Optional<URI> receiver() {
    Usage.require(
        command,
        url == null || url.getHost() != null && String.valueOf(url.getScheme()).matches("https?"),
        "--otlp-url must be a URL with http or https, as http://localhost:4318/v1/metrics");
    return Optional.ofNullable(url);
  }
}
