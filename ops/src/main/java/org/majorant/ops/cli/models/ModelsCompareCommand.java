package org.majorant.ops.cli.models;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.challenge.Verdict;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that says whether a challenger is better than its champion. */
@Command(
    name = "compare",
    description = {
      "Say whether a model is better than the one that it challenges.",
      "A fleet that learns both has compared their losses on the same examples, each before it was"
          + " learned. The bounds hold however often they are looked at."
    },
    footer = {
      "  ops/majorant models compare adult-views",
      "  ops/majorant models compare adult-views --json",
    })
final class ModelsCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "The challenger.")
  private String model;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsCompareCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelSpec spec = models.requireHead(model, null).getSpec();
    if (spec.getChallenges() == null) {
      throw new CommandFailed(
          "'%s' challenges no model: name one by 'challenges' in its spec, and apply it"
              .formatted(model));
    }
    final Optional<Verdict> verdict =
        NewestBase.head(
                models.connection().clientProperties(), model, models.connection().timeout())
            .map(SurrogateHead::getComparison)
            .map(comparison -> Verdict.of(comparison, spec));
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(verdict.orElse(null)));
    } else if (verdict.isPresent()) {
      print(out, verdict.get());
    } else {
      out.printf(
          "Nothing was compared yet: one fleet has to learn both %s and %s from %s.%n",
          model, spec.getChallenges(), spec.getInput());
    }
    out.flush();
    return 0;
  }

  private void print(final PrintWriter out, final Verdict verdict) {
    out.printf(
        "%s and its champion %s are compared on %,d examples since %s.%n",
        model,
        verdict.champion(),
        verdict.examples(),
        Instant.ofEpochMilli(verdict.since() / 1000 * 1000));
    out.printf(
        "The champion's loss less the challenger's is %.6f nats; its expectation is from %.6f to %.6f.%n",
        verdict.difference(), verdict.lower(), verdict.upper());
    out.printf(
        "Each of these bounds is ever wrong in %.0f %% of all comparisons at most. %,d losses were cut"
            + " off at %.2f nats, and %,d examples are not compared.%n",
        100 * verdict.alpha(), verdict.clipped(), verdict.clip(), verdict.unpaired());
    if (verdict.better()) {
      out.printf("%s is better.%n", model);
    } else if (verdict.upper() < 0) {
      out.printf("%s is better.%n", verdict.champion());
    } else if (verdict.needed() == null) {
      out.println("Nobody knows yet which one is better.");
    } else {
      out.printf(
          "Nobody knows yet which one is better. As it goes, %,d examples will say that it is %s.%n",
          verdict.needed(), model);
    }
  }
}
