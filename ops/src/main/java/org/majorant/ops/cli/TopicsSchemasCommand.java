package org.majorant.ops.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.specific.SpecificRecord;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ExampleBatch;
import org.majorant.schema.JoinedEvent;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelBlock;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SpecsEntry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command that writes the Avro schemas of the records on Majorant's topics to files, for
 * programs that write examples or read models.
 */
@Command(
    name = "schemas",
    description = {
      "Write the Avro schemas of examples, models, applied specs and dead letters.",
      "They are for programs in other languages. Each has a file Record-fingerprint.avsc:",
      "a record in single-object encoding names its schema by that fingerprint,",
      "in bytes 2 to 9, little-endian."
    },
    footer = "  ops/majorant topics schemas --out ops/examples/python/src/schemas")
final class TopicsSchemasCommand implements Callable<Integer> {
  private static final List<Class<? extends SpecificRecord>> RECORDS =
      List.of(
          LabeledExample.class,
          ExampleBatch.class,
          JoinedEvent.class,
          ModelHead.class,
          ModelBlock.class,
          SpecsEntry.class,
          DeadLetter.class);

  @Spec private CommandSpec command;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "The directory to write them to; it is created if it does not exist.")
  private Path out;

  @Option(names = "--json", description = "Print the files as JSON.")
  private boolean json;

  private TopicsSchemasCommand() {}

  @Override
  public Integer call() {
    final List<Path> files = new ArrayList<>();
    try {
      Files.createDirectories(out);
      for (final Class<? extends SpecificRecord> record : RECORDS) {
        for (final Map.Entry<Long, Schema> schema : AvroSerde.schemas(record).entrySet()) {
          final String name = "%s-%016x.avsc".formatted(record.getSimpleName(), schema.getKey());
          final String text = SchemaFormatter.format("json/pretty", schema.getValue());
          files.add(Files.writeString(out.resolve(name), text + "\n"));
        }
      }
    } catch (final IOException e) {
      throw new CommandFailed("cannot write to %s (%s)".formatted(out, e), e);
    }
    final PrintWriter print = command.commandLine().getOut();
    if (json) {
      print.println(Json.line(files.stream().map(Path::toString).toList()));
    } else {
      files.forEach(print::println);
    }
    return 0;
  }
}
