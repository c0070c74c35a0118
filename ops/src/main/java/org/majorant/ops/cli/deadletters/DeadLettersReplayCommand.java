package org.majorant.ops.cli.deadletters;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.deadletters.DeadLetterReader;
import org.majorant.ops.deadletters.DeadLetterReplay;
import org.majorant.ops.deadletters.StoredDeadLetter;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.options.DeadLetterFilter;
import org.majorant.ops.options.DeadLetterReading;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.stream.DeadLetters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that sends rejected records to a topic again, each once. */
@Command(
    name = "replay",
    description = {
      "Send the records of dead letters back to their topic after a fix, each once.",
      "A record is sent with its key, value and time, and in the same transaction it is marked as"
          + " replayed, so that another replay leaves it out. Every model that learns from the"
          + " topic gets it again, even those that had learned it before. If that must not happen,"
          + " name another topic with --to."
    },
    footer = {
      "  ops/majorant dead-letters replay --model adult --reason label",
      "  ops/majorant dead-letters replay --model adult --reason label --yes",
      "  ops/majorant dead-letters replay 17 18 --to mended --yes",
    })
final class DeadLettersReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private DeadLetterReading reading;
  @Mixin private DeadLetterFilter filter;

  @Parameters(
      arity = "0..*",
      paramLabel = "OFFSET",
      description =
          "The offsets of the dead letters, instead of a filter. Default: all that match the"
              + " filter.")
  private Set<Long> offsets = new TreeSet<>();

  @Option(
      names = "--to",
      paramLabel = "TOPIC",
      description = "The topic to which they are sent. Default: the topic from which each came.")
  private String to;

  @Option(names = "--force", description = "Also send records that were replayed before.")
  private boolean force;

  @Option(
      names = "--yes",
      description = "Send them. Without this option the command only says how many.")
  private boolean yes;

  @Option(names = "--json", description = "Print the numbers as JSON.")
  private boolean json;

  private DeadLettersReplayCommand() {}

  /**
   * What is to be sent, and what is not.
   *
   * @param letters how many are to be sent, by topic
   * @param replayedBefore how many are left out for that
   * @param cut how many are left out because bytes of the record were not kept
   */
  private record Counts(Map<String, Long> letters, long replayedBefore, long cut) {}

  /** A plan: which dead letters are to be sent. */
  private static final class Plan {
    final Set<Long> pending = new TreeSet<>();
    final Map<String, Long> letters = new TreeMap<>();
    long replayedBefore;
    long cut;
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    if (!offsets.isEmpty()) {
      Usage.refuse(command, "is instead of offsets: leave one out", "filter");
    }
    try (DeadLetterReader reader = reading.open()) {
      if (yes) {
        send(reader);
      } else if (!plan(reader).pending.isEmpty()) {
        throw new CommandFailed("nothing was sent: add --yes to send them");
      }
    }
    return 0;
  }

  private void send(final DeadLetterReader reader) throws ExecutionException, InterruptedException {
    // begun before the marks are read: from here on nobody else writes any
    try (DeadLetterReplay replay = new DeadLetterReplay(reading.connection().clientProperties())) {
      final Set<Long> pending = plan(reader).pending;
      if (!pending.isEmpty()) {
        reader.letters(
            stored -> {
              if (pending.remove(stored.offset())) {
                replay.send(stored, target(stored));
              }
            });
        replay.finish();
        if (!pending.isEmpty()) {
          throw new CommandFailed(
              "%,d dead letters were deleted by retention before they could be sent; all others are"
                      .formatted(pending.size())
                  + " sent, and marked as replayed");
        }
        command.commandLine().getErr().println("Sent, and marked as replayed.");
      }
    }
  }

  private Plan plan(final DeadLetterReader reader) throws ExecutionException, InterruptedException {
    final Map<Long, String> replayed = reader.replayed();
    final Set<Long> missing = new TreeSet<>(offsets);
    final Plan plan = new Plan();
    reader.letters(
        stored -> {
          missing.remove(stored.offset());
          if (offsets.isEmpty() ? filter.test(stored) : offsets.contains(stored.offset())) {
            add(plan, stored, replayed.containsKey(stored.offset()));
          }
        });
    if (!missing.isEmpty()) {
      throw new CommandFailed(
          "no dead letter at offset %s: 'ops/majorant dead-letters list%s' shows which there are"
              .formatted(missing.iterator().next(), reading.connection().typed()));
    }
    requireTargets(plan.letters.keySet());
    print(new Counts(plan.letters, plan.replayedBefore, plan.cut));
    return plan;
  }

  private void add(final Plan plan, final StoredDeadLetter stored, final boolean before) {
    if (!DeadLetters.isWhole(stored.letter())) {
      plan.cut++;
    } else if (before && !force) {
      plan.replayedBefore++;
    } else {
      plan.pending.add(stored.offset());
      plan.letters.merge(target(stored), 1L, Long::sum);
    }
  }

  private String target(final StoredDeadLetter stored) {
    return to == null ? stored.letter().getTopic() : to;
  }

  /** Not even a forged dead letter makes an operator write to what the learner trusts. */
  private void requireTargets(final Set<String> topics)
      throws ExecutionException, InterruptedException {
    for (final String topic : topics) {
      if (TopicPlan.isOwn(topic)) {
        throw new CommandFailed(
            "%s is Majorant's own, and no topic of examples: name another by --to"
                .formatted(topic));
      }
    }
    try (Admin admin = reading.connection().connect()) {
      reading.connection().requireTopics(admin, topics.toArray(String[]::new));
    }
  }

  private void print(final Counts counts) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(counts));
      return;
    }
    if (counts.letters.isEmpty()) {
      out.println("no dead letter is to be sent");
    }
    counts.letters.forEach((topic, count) -> out.printf("%,d to %s%n", count, topic));
    if (counts.replayedBefore > 0) {
      out.printf("%,d left out: replayed before (--force sends again)%n", counts.replayedBefore);
    }
    if (counts.cut > 0) {
      out.printf("%,d left out: the dead letter has not all bytes of its record%n", counts.cut);
    }
  }
}
