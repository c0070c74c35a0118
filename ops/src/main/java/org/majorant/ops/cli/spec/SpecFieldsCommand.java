package org.majorant.ops.cli.spec;

import java.io.PrintWriter;
import java.util.List;
import org.majorant.ops.terminal.Json;
import org.majorant.spec.SpecFields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that lists all that a spec can say. */
@Command(
    name = "fields",
    description = {
      "List the fields of a spec: values, defaults, the tasks that they are for, and what they mean.",
      "What learned state depends on cannot change while a model lives."
    },
    footer = {"  ops/majorant spec fields", "  ops/majorant spec fields --json"})
public final class SpecFieldsCommand implements Runnable {
  @Spec private CommandSpec command;

  @Option(names = "--json", description = "Print one JSON array.")
  private boolean json;

  private SpecFieldsCommand() {}

  @Override
  public void run() {
    final PrintWriter out = command.commandLine().getOut();
    final List<SpecFields.Listed> fields =
        SpecFields.listed().stream().map(SpecFieldsCommand::plain).toList();
    if (json) {
      out.println(Json.line(fields));
    } else {
      fields.forEach(field -> print(out, field));
    }
    out.flush();
  }

  private static void print(final PrintWriter out, final SpecFields.Listed field) {
    out.printf(
        "%s: %s%s; for %s%s%n    %s%n",
        field.field(),
        field.values(),
        switch (field.otherwise()) {
          case "" -> "";
          case "required" -> "; required";
          default -> "; default " + field.otherwise();
        },
        field.tasks(),
        field.fixed() ? "; cannot change" : "",
        field.meaning());
  }

  /** Without Markdown. */
  private static SpecFields.Listed plain(final SpecFields.Listed field) {
    return new SpecFields.Listed(
        field.field(),
        field.values().replace("`", ""),
        field.otherwise(),
        field.tasks(),
        field.fixed(),
        field.meaning().replace("`", ""));
  }
}
