package org.majorant.ops;

import java.util.Map;
import java.util.ServiceLoader;
import org.majorant.ops.cli.CommandModule;
import org.majorant.ops.cli.CompletionCommand;
import org.majorant.ops.cli.DoctorCommand;
import org.majorant.ops.cli.ErrorLine;
import org.majorant.ops.cli.EvaluateCommand;
import org.majorant.ops.cli.HelpCommand;
import org.majorant.ops.cli.LearnCommand;
import org.majorant.ops.cli.LogOptions;
import org.majorant.ops.cli.PredictCommand;
import org.majorant.ops.cli.ProduceCommand;
import org.majorant.ops.cli.ServeCommand;
import org.majorant.ops.cli.Settings;
import org.majorant.ops.cli.TopicsCommand;
import org.majorant.ops.cli.TrainCommand;
import org.majorant.ops.cli.WatchCommand;
import org.majorant.ops.cli.deadletters.DeadLettersCommand;
import org.majorant.ops.cli.models.ModelsCommand;
import org.majorant.ops.cli.spec.SpecCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/** The command line. Every command ends with 0 on success, 1 on failure, 2 on bad usage. */
@Command(
    name = "majorant",
    description = "Log-linear models learned from Kafka topics by quadratic bound majorization.",
    versionProvider = Majorant.Version.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true,
    descriptionHeading = "%n",
    parameterListHeading = "%nParameters:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ops/majorant learn --spec ops/data/adult/adult.yaml",
      "  ops/majorant evaluate --format libsvm --data ops/data/adult/a9a.gz",
      "  ops/majorant doctor",
    },
    scope = ScopeType.INHERIT,
    subcommands = {
      DoctorCommand.class,
      TopicsCommand.class,
      LearnCommand.class,
      ServeCommand.class,
      ProduceCommand.class,
      WatchCommand.class,
      PredictCommand.class,
      ModelsCommand.class,
      DeadLettersCommand.class,
      SpecCommand.class,
      EvaluateCommand.class,
      TrainCommand.class
    })
public final class Majorant {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version of this program.")
  private boolean version;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure; also by MAJORANT_DEBUG=1.")
  private boolean verbose;

  @Mixin private LogOptions log;

  private Majorant() {}

  /** Runs one command and exits. */
  public static void main(final String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The parser with all commands. */
  public static CommandLine commandLine() {
    return commandLine(System.getenv());
  }

  /** The same in an environment of the caller's. */
  static CommandLine commandLine(final Map<String, String> environment) {
    final Majorant majorant = new Majorant();
    final ErrorLine errors =
        new ErrorLine(() -> majorant.verbose || environment.containsKey("MAJORANT_DEBUG"));
    return withOtherCommands(new CommandLine(majorant))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setDefaultValueProvider(new Settings(environment))
        .setExecutionStrategy(majorant::run)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  /** Adds what modules beside this one bring, and what is listed behind all others. */
  private static CommandLine withOtherCommands(final CommandLine line) {
    for (final CommandModule module : ServiceLoader.load(CommandModule.class)) {
      module.commands().forEach(line::addSubcommand);
    }
    return line.addSubcommand(CompletionCommand.class).addSubcommand(HelpCommand.class);
  }

  private int run(final ParseResult command) {
    log.apply();
    return new RunLast().execute(command);
  }

  /** From the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      final String version = Majorant.class.getPackage().getImplementationVersion();
      return new String[] {"majorant " + (version == null ? "(not from a jar)" : version)};
    }
  }
}
