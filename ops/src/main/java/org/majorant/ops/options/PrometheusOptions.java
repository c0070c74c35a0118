package org.majorant.ops.options;

import java.net.URI;
import java.util.Optional;
import org.majorant.ops.http.curves.PrometheusServer;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says who keeps metrics for longer than the page does. */
public final class PrometheusOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--prometheus-url",
      paramLabel = "URL",
      showDefaultValue = Visibility.NEVER, // it may have a password
      description =
          "The page shows a week and a month, too, as this Prometheus has scraped them, as"
              + " http://localhost:9090; user and password may be in it.")
  private URI url;

  /** Empty: the page shows a day at most. */
  public Optional<PrometheusServer> server() {
    Usage.require(
        command,
        url == null
            || url.getHost() != null
                && String.valueOf(url.getScheme()).matches("https?")
                && url.getQuery() == null
                && url.getFragment() == null,
        "--prometheus-url must be a URL with http or https, as http://localhost:9090");
    return Optional.ofNullable(url).map(PrometheusServer::new);
  }
}
