package org.majorant.ops.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Values of the options that every command repeats, so that they need not be typed: from a variable
 * of the environment, else from a line of the user's file. What is typed wins over both.
 */
public final class Settings implements IDefaultValueProvider {
  /** The variable of each such option. In the file, it has its own name without the dashes. */
  private static final Map<String, String> VARIABLES =
      new TreeMap<>(
          Map.of(
              "--bootstrap-server", "MAJORANT_BOOTSTRAP_SERVERS",
              "--command-config", "MAJORANT_COMMAND_CONFIG",
              "--log-format", "MAJORANT_LOG_FORMAT",
              "--log-level", "MAJORANT_LOG_LEVEL",
              "--grafana-url", "MAJORANT_GRAFANA_URL",
              "--registry-url", "MAJORANT_REGISTRY_URL",
              "--timeout", "MAJORANT_TIMEOUT"));

  private final Map<String, String> environment;

  /**
   * @param environment all variables; those that are empty count as not set
   */
  public Settings(final Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * A value that nobody typed.
   *
   * @param option its longest name
   * @param origin the variable or the file that has it
   */
  record Setting(String option, String value, String origin) {}

  @Override
  public String defaultValue(final ArgSpec arg) {
    return arg instanceof OptionSpec option ? find(option).map(Setting::value).orElse(null) : null;
  }

  /** The setting of an option; empty where it has none. */
  static Optional<Setting> of(final OptionSpec option) {
    return option.command().defaultValueProvider() instanceof Settings settings
        ? settings.find(option)
        : Optional.empty();
  }

  /** The settings that a command runs with: those of options that were not typed. */
  static List<Setting> inForce(final CommandSpec command) {
    return command.options().stream()
        .filter(option -> !isTyped(option, command) && !isTyped(option, command.root()))
        .flatMap(option -> of(option).stream())
        .toList();
  }

  private static boolean isTyped(final OptionSpec option, final CommandSpec command) {
    return command.commandLine().getParseResult().hasMatchedOption(option.longestName());
  }

  private Optional<Setting> find(final OptionSpec option) {
    final String name = option.longestName();
    final String variable = VARIABLES.get(name);
    if (variable == null) {
      return Optional.empty();
    }
    return set(variable)
        .map(value -> new Setting(name, value, variable))
        .or(() -> file().flatMap(file -> find(option, file)));
  }

  private static Optional<Setting> find(final OptionSpec option, final Path file) {
    final String name = option.longestName();
    return Optional.ofNullable(read(file, option.command().commandLine()).getProperty(key(name)))
        .map(value -> new Setting(name, value.strip(), file.toString()));
  }

  /** The user's file, where there is one, at its place by the XDG base directories. */
  private Optional<Path> file() {
    return set("XDG_CONFIG_HOME")
        .map(Path::of)
        .or(() -> set("HOME").map(home -> Path.of(home, ".config")))
        .map(directory -> directory.resolve("majorant").resolve("config"))
        .filter(Files::exists);
  }

  private Optional<String> set(final String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isEmpty());
  }

  private static Properties read(final Path file, final CommandLine asking) {
    final Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (final IOException | IllegalArgumentException e) {
      throw new ParameterException(
          asking, "cannot read the settings %s (%s): correct or remove them".formatted(file, e), e);
    }
    final List<String> known = VARIABLES.keySet().stream().map(Settings::key).toList();
    final Stream<String> unknown =
        lines.stringPropertyNames().stream().filter(key -> !known.contains(key)).sorted();
    final String names = unknown.collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      throw new ParameterException(
          asking,
          "%s: %s: unknown; known here: %s".formatted(file, names, String.join(", ", known)));
    }
    return lines;
  }

  private static String key(final String option) {
    return option.substring("--".length());
  }
}
