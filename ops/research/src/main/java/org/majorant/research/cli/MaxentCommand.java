package org.majorant.research.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.spec.ExpectationsFile;
import org.majorant.spec.ExpectationsFile.Targets;
import org.majorant.spec.SpecException;
import org.majorant.train.MaximumEntropy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command that computes the maximum-entropy distribution of given moments. It reads no
 * examples, since a distribution is all that it fits.
 */
@Command(
    name = "maxent",
    description = {
      "Find the distribution over some outcomes that has given moments.",
      "Otherwise it is as even as possible (maximum entropy), or as near as possible to a prior h"
          + " (minimum relative entropy). A file describes the outcomes; features that are not"
          + " named are 0:",
      "",
      "  outcomes:",
      "    one: {points: 1}",
      "    two: {points: 2, even: 1}",
      "    three: {points: 3}",
      "  prior: {one: 0.5}          # h; 1 where not named, 0 is impossible",
      "  moments:",
      "    points: {equals: 2.25}   # the mean of a feature",
      "    even: {at-least: 0.25}"
    },
    footer = "  ops/majorant maxent --moments moments.yaml")
public final class MaxentCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--moments",
      paramLabel = "FILE",
      required = true,
      description = "Outcomes and moments (YAML), as above.")
  private Path file;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private MaxentCommand() {}

  @Override
  public Integer call() {
    final Targets moments = read();
    final MaximumEntropy found;
    try {
      found = MaximumEntropy.of(moments);
    } catch (final IllegalArgumentException | ArithmeticException e) {
      throw new CommandFailed(file + ": " + e.getMessage(), e);
    }
    if (json) {
      command.commandLine().getOut().println(Json.line(object(moments, found)));
    } else {
      print(moments, found);
    }
    return 0;
  }

  private Targets read() {
    try {
      return ExpectationsFile.read(Files.readString(file));
    } catch (final SpecException e) {
      throw new CommandFailed(e.faultsOf(file.toString()), e);
    } catch (final NoSuchFileException e) {
      throw new CommandFailed("there is no file " + file, e);
    } catch (final CharacterCodingException e) {
      throw new CommandFailed(file + " is not text in UTF-8", e);
    } catch (final IOException e) {
      throw new CommandFailed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private void print(final Targets problem, final MaximumEntropy found) {
    final PrintWriter out = command.commandLine().getOut();
    out.printf("%-20s %11s%n", "outcome", "probability");
    for (int y = 0; y < found.probabilities().length; y++) {
      out.printf("%-20s %11.6f%n", problem.outcomes().get(y), found.probabilities()[y]);
    }
    out.printf("%n%-20s %13s %11s %11s%n", "moment", "target", "reached", "theta");
    for (int m = 0; m < found.theta().length; m++) {
      final Targets.Moment moment = problem.moments().get(m);
      out.printf(
          "%-20s %2s %10.6g %11.6g %11.6g%n",
          moment.feature(),
          moment.equality() ? "=" : ">=",
          moment.target(),
          found.reached()[m],
          found.theta()[m]);
    }
    out.printf(
        "%ndivergence from the prior %.6f nats, entropy %.6f nats, after %d certified steps%n",
        found.divergence(), found.entropy(), found.training().last().iteration());
  }

  private static Map<String, Object> object(final Targets problem, final MaximumEntropy found) {
    final Map<String, Object> probabilities = new LinkedHashMap<>();
    for (int y = 0; y < found.probabilities().length; y++) {
      probabilities.put(problem.outcomes().get(y), found.probabilities()[y]);
    }
    final Map<String, Object> moments = new LinkedHashMap<>();
    for (int m = 0; m < found.theta().length; m++) {
      final Targets.Moment moment = problem.moments().get(m);
      final Map<String, Object> line = new LinkedHashMap<>();
      line.put(moment.equality() ? "equals" : "atLeast", moment.target());
      line.put("reached", found.reached()[m]);
      line.put("theta", found.theta()[m]);
      moments.put(moment.feature(), line);
    }
    final Map<String, Object> object = new LinkedHashMap<>();
    object.put("probabilities", probabilities);
    object.put("moments", moments);
    object.put("divergence", found.divergence());
    object.put("entropy", found.entropy());
    object.put("iterations", found.training().iterations());
    return object;
  }
}
