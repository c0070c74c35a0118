package org.majorant.ops.cli.deadletters;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.majorant.ops.deadletters.DeadLetterLine;
import org.majorant.ops.deadletters.DeadLetterReader;
import org.majorant.ops.deadletters.RejectedBytes;
import org.majorant.ops.deadletters.StoredDeadLetter;
import org.majorant.ops.options.DeadLetterReading;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.SchemaRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that shows one dead letter whole. */
@Command(
    name = "show",
    description = {
      "Show one dead letter: the reason, where its record was, and its content.",
      "Key and value are printed as text if they are text, otherwise as an example, otherwise in"
          + " hexadecimal, up to "
          + RejectedBytes.MOST
          + " characters; with --json in Base64, whole."
    },
    footer = {
      "  ops/majorant dead-letters show 17",
      "  ops/majorant dead-letters show 17 --raw > record",
    })
final class DeadLettersShowCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private DeadLetterReading reading;

  @Parameters(
      paramLabel = "OFFSET",
      description = "The offset of the dead letter, as 'dead-letters list' shows it.")
  private long offset;

  @Option(names = "--raw", description = "Write the bytes of the record's value, and nothing else.")
  private boolean raw;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private DeadLettersShowCommand() {}

  /** What is printed as JSON. */
  private record Whole(@JsonUnwrapped DeadLetterLine line, byte[] key, byte[] value) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    Usage.require(command, !(raw && json), "--raw and --json are two forms: leave one out");
    final AtomicReference<StoredDeadLetter> found = new AtomicReference<>();
    try (DeadLetterReader reader = reading.open()) {
      final String replayedTo = reader.replayed().get(offset);
      reader.letters(
          stored -> {
            if (stored.offset() == offset) {
              found.set(stored);
            }
          });
      if (found.get() == null) {
        throw new CommandFailed(
            "no dead letter at offset %d: 'ops/majorant dead-letters list%s' shows which there are"
                .formatted(offset, reading.connection().typed()));
      }
      print(found.get(), DeadLetterLine.of(found.get(), replayedTo));
    }
    return 0;
  }

  private void print(final StoredDeadLetter stored, final DeadLetterLine line) {
    final PrintWriter out = command.commandLine().getOut();
    if (raw) {
      final byte[] value = stored.value();
      System.out.write(value == null ? new byte[0] : value, 0, value == null ? 0 : value.length);
      System.out.flush();
    } else if (json) {
      out.println(Json.line(new Whole(line, stored.key(), stored.value())));
    } else {
      final var bytes =
          new RejectedBytes(SchemaRegistry.of(reading.connection().clientProperties()));
      out.printf("offset       %d%n", line.offset());
      out.printf("model        %s%n", line.model());
      out.printf("rejected     %s%n", Instant.ofEpochMilli(line.rejected()));
      out.printf("reason       %s%n", line.reason());
      out.printf("detail       %s%n", line.message());
      out.printf("record       %s%n", line.place());
      out.printf("its time     %s%n", Instant.ofEpochMilli(line.recordTimestamp()));
      out.printf("replayed to  %s%n", line.replayedTo() == null ? "-" : line.replayedTo());
      out.printf("key          %s%n", bytes.show(stored.key()));
      out.printf("value        %s%n", bytes.show(stored.value()));
    }
  }
}
