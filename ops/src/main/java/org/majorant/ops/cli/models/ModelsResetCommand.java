package org.majorant.ops.cli.models;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.fleet.Specs;
import org.majorant.log.AtomicWrite;
import org.majorant.ops.operate.FirstOffsets;
import org.majorant.ops.operate.ModelEnd;
import org.majorant.ops.operate.SpecChanges;
import org.majorant.ops.options.AppliedModels;
import org.majorant.ops.options.BeginOptions;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that has a fleet learn a model anew. */
@Command(
    name = "reset",
    description = {
      "Delete all that a model of a fleet has learned, and have the fleet learn it anew.",
      "The model begins with the oldest record of its topic, or as --from and --after say, and its"
          + " next version has the next number. If the command is killed, type it again."
    },
    footer = {
      "  ops/majorant models reset adult --yes",
      "  ops/majorant models reset adult --from 7d --yes",
      "  ops/majorant models reset adult --spec ops/data/adult/adult.yaml --yes",
    })
final class ModelsResetCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private AppliedModels models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "The spec by which the model begins anew (YAML). Default: the one that it has.")
  private Path specFile;

  @Mixin private BeginOptions begin;

  @Option(
      names = "--yes",
      description = "Do it. Without this option the command only says what it would do.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsResetCommand() {}

  private record Reset(String model, Long version, long examples) {
    String line() {
      return version == null
          ? "%s has no version yet: it begins anew".formatted(model)
          : "%s has %d versions and learned %,d examples: all of that is deleted, and it begins anew"
              .formatted(model, version, examples);
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    begin.requirePast();
    final ModelSpec given = specFile == null ? null : SpecFiles.read(specFile);
    Usage.require(
        command,
        given == null || given.getModel().equals(model),
        "--spec has another model than '%s': name the file of that one".formatted(model));
    final ConnectionOptions connection = models.connection();
    final AppliedSpec applied;
    try (Specs specs = models.open()) {
      applied = AppliedModels.require(specs.read(), model);
    }
    final ModelSpec spec = given == null ? applied.getSpec() : given;
    final AppliedSpec next = SpecChanges.again(applied, spec, System.currentTimeMillis());
    final Map<?, ?> client = connection.clientProperties();
    final ModelHead newest =
        PublishedModels.newest(client, model, connection.timeout()).orElse(null);
    final Reset what =
        newest == null
            ? new Reset(model, null, 0)
            : new Reset(model, newest.getVersion(), newest.getTally().getExamples());
    command.commandLine().getOut().println(json ? Json.line(what) : what.line());
    if (!yes) {
      throw new CommandFailed("nothing was changed: add --yes to begin it anew");
    }
    begin(applied, newest, next);
    command.commandLine().getErr().printf("%s begins anew.%n", model);
    return 0;
  }

  private void begin(final AppliedSpec applied, final ModelHead newest, final AppliedSpec next)
      throws ExecutionException, InterruptedException {
    final ConnectionOptions connection = models.connection();
    final ModelSpec spec = next.getSpec();
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, spec.getInput());
      AtomicWrite write = AtomicWrite.of(List.of(Specs.record(next)));
      if (begin.areGiven()) {
        write = write.and(begin.of(spec, new FirstOffsets(admin, spec)).write());
      }
      final Map<?, ?> client = connection.clientProperties();
      if (!new ModelEnd(admin, client, connection.timeout()).reset(applied, newest, write)) {
        throw ModelEnd.changed(model);
      }
    }
  }
}
