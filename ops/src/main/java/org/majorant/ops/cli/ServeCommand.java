package org.majorant.ops.cli;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.ServingServer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.HttpOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Interruption;
import org.majorant.ops.terminal.Json;
import org.majorant.served.PredictionLog;
import org.majorant.store.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command that answers for published models until Ctrl-C, and learns none. */
@Command(
    name = "serve",
    description = "Answer predictions and questions about published models until Ctrl-C.",
    footer = {
      "  ops/majorant serve",
      "  ops/majorant serve --models 'fraud-*' --models adult --cache-bytes 512m \\",
      "      --http-port 8081",
      "  ops/majorant serve --models adult --log-predictions served",
    })
public final class ServeCommand implements Callable<Integer> {
  /** The rest is for requests, and for what a version takes while it is read. */
  private static final int HEAP_SHARE = 3;

  /** For the brokers to tell where a topic is, which they have just been asked for. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private HttpOptions http;

  @Option(
      names = "--models",
      paramLabel = "GLOB",
      defaultValue = "*",
      description =
          "Answer for models of such names only, where * stands for any characters. Can be given"
              + " several times.")
  private List<String> models;

  @Option(
      names = "--cache-bytes",
      paramLabel = "SIZE",
      converter = Size.class,
      description =
          "What parameters in memory take at most, as 256m; a third of the heap (-Xmx) and no more"
              + " than 256m where it is not given. Those go first that nobody has asked for the"
              + " longest.")
  private Long cacheBytes;

  @Option(
      names = "--log-predictions",
      paramLabel = "TOPIC",
      description =
          "Log each answer to a point that has an id to this topic: its features, the version and"
              + " the probabilities. A model learns from it when the labels have come.")
  private String logTopic;

  @Option(names = "--json", description = "Print models and address as JSON.")
  private boolean json;

  private ServeCommand() {}

  /** Bytes as the JVM's options have them. */
  static final class Size implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([kmg]?)");
    private static final Map<String, Integer> POWERS = Map.of("", 0, "k", 10, "m", 20, "g", 30);

    @Override
    public Long convert(final String text) {
      final Matcher parts = FORM.matcher(text.toLowerCase(Locale.ROOT));
      if (!parts.matches()) {
        throw new TypeConversionException(
            "'%s' is no size: write it as 256m, 2g or 4096".formatted(text));
      }
      return Long.parseLong(parts.group(1)) << POWERS.get(parts.group(2));
    }
  }

  private record Start(List<String> models, long cacheBytes, String url) {}

  @Override
  public Integer call() throws Exception {
    connection.refuseTimeout();
    Usage.require(
        command,
        logTopic == null || !TopicPlan.isOwn(logTopic),
        "--log-predictions %s is for Majorant alone: name another topic".formatted(logTopic));
    final HttpAddress address = http.address();
    final long bytes = cacheBytes();
    final String[] needed =
        logTopic == null ? new String[] {Topics.MODELS} : new String[] {Topics.MODELS, logTopic};
    connection.await(admin -> connection.requireTopics(admin, needed));
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (Interruption interruption = new Interruption();
        PredictionLog log = log();
        ServingServer server =
            new ServingServer(
                address, connection.clientProperties(), isShown(), bytes, registry, log)) {
      tell(bytes, server.url());
      interruption.await();
    }
    return 0;
  }

  /** Null: nobody wants one. */
  private PredictionLog log() throws InterruptedException {
    if (logTopic == null) {
      return null;
    }
    return PredictionLog.start(connection.clientProperties(), logTopic, PATIENCE);
  }

  private Predicate<String> isShown() {
    return Pattern.compile(
            models.stream().map(ServeCommand::expression).collect(Collectors.joining("|")),
            Pattern.DOTALL)
        .asMatchPredicate();
  }

  private static String expression(final String glob) {
    return Arrays.stream(glob.split("\\*", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }

  private long cacheBytes() {
    final long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    if (cacheBytes == null) {
      return Math.min(most, 256 << 20);
    }
    Usage.require(command, cacheBytes >= 1, "--cache-bytes must be 1 or more");
    Usage.require(
        command,
        cacheBytes <= most,
        "--cache-bytes %d is more than a third of the heap, %d: give less, or a larger -Xmx"
            .formatted(cacheBytes, most));
    return cacheBytes;
  }

  private void tell(final long bytes, final String url) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(new Start(models, bytes, url)));
    } else {
      out.printf(
          "Serving models %s in %d MB, until Ctrl-C%n", String.join(", ", models), bytes >> 20);
      out.printf("Ask at %s/api and %s/v2, metrics at /metrics%n", url, url);
    }
    out.flush();
  }
}
