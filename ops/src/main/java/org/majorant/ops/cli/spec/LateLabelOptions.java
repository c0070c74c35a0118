package org.majorant.ops.cli.spec;

import org.majorant.file.spec.FoundJoin;
import org.majorant.ops.options.Usage;
import org.majorant.spec.Durations;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What somebody says of labels that come late, on a topic of their own. */
final class LateLabelOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--label-topic",
      paramLabel = "TOPIC",
      description =
          "The topic of labels that come later than the events of --topic. Key, label and wait are"
              + " found, or the message says what to name; --label-column is then a path of these"
              + " labels.")
  private String topic;

  @Option(
      names = "--label-key",
      paramLabel = "PATH",
      description = "Where the labels of --label-topic have the key of their event.")
  private String key;

  @Option(
      names = "--wait",
      paramLabel = "D",
      description =
          "How long an event waits for its label, as 2h. Default: as long as nearly all labels of"
              + " the sample took.")
  private String longest;

  /** Whether labels come late. */
  boolean areWanted() {
    Usage.require(
        command,
        topic != null || key == null && longest == null,
        "--label-key and --wait are for --label-topic: give that, too");
    return topic != null;
  }

  /**
   * Where they come from.
   *
   * @param events topic of the events
   */
  String topic(final String events) {
    Usage.require(
        command, !topic.equals(events), "--label-topic must be another topic than --topic");
    return topic;
  }

  /**
   * What need not be found.
   *
   * @param path of the label; null: it is to be found
   */
  FoundJoin.Known known(final String path) {
    Usage.require(
        command,
        longest == null || Durations.millis(longest).orElse(0) > 0,
        "--wait must be a duration above 0 as 30s, 5m, 2h");
    return new FoundJoin.Known(key, path, longest);
  }
}
