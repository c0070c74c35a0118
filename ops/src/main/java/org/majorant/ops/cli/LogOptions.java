package org.majorant.ops.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.util.Locale;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every command that say how its log is written; logback.xml has what they change. */
public final class LogOptions {
  /** How a line of the log is written. */
  enum Format {
    /** For people. */
    TEXT,
    /** For programs: an object a line. */
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      scope = ScopeType.INHERIT,
      description = "Lines of the log, on standard error: ${COMPLETION-CANDIDATES}.")
  private Format format;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      scope = ScopeType.INHERIT,
      description =
          "Log from this level on: ${COMPLETION-CANDIDATES}. Default: WARN, without what Kafka says"
              + " of faults that it mends itself.")
  private Level level;

  /** To be called before a command runs; a log that nobody asked to change stays as it is. */
  public void apply() {
    if (format == Format.TEXT && level == null) {
      return;
    }
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    context.putProperty("log.format", format.toString());
    if (level != null) {
      context.putProperty("log.level", level.toString());
    }
    final JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    try {
      configurator.doConfigure(LogOptions.class.getResource("/logback.xml"));
    } catch (final JoranException e) {
      throw new IllegalStateException("this build has a wrong logback.xml", e);
    }
  }
}
