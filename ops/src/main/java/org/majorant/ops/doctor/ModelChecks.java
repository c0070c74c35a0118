package org.majorant.ops.doctor;

import java.util.List;
import java.util.Optional;
import org.majorant.input.LearnedLog;
import org.majorant.log.GapLog;
import org.majorant.schema.ModelHead;
import org.majorant.store.Topics;
import org.majorant.stream.LearnerTopology;

/** Checks whether the models can be learned on from their topics. */
public final class ModelChecks {
  private final GapLog log;
  private final String options;

  /**
   * @param options that a command to type needs to reach the brokers; with a space before, or empty
   */
  public ModelChecks(final GapLog log, final String options) {
    this.log = log;
    this.options = options;
  }

  /**
   * One finding for each model that is learned from a topic.
   *
   * @param newest versions, one of each model
   */
  public List<Finding> all(final List<ModelHead> newest) {
    return newest.stream().filter(head -> head.getSource() == null).map(this::examine).toList();
  }

  /** The brokers do not say which models there are, or what their topics are. */
  public static Finding unknown(final String why) {
    return Finding.warn("inputs of models", why, Finding.RIGHTS);
  }

  private Finding examine(final ModelHead head) {
    final String model = head.getModel();
    final String check = "input of " + model;
    final Optional<String> difference = LearnedLog.of(head).difference(log);
    if (difference.isPresent()) {
      return Finding.fail(
          check, difference.get(), "ops/majorant models accept-recreated " + model + options);
    }
    final String input = Topics.learned(head.getSpec());
    final int partitions = log.topic(input).partitions();
    final int progress = log.topic(LearnerTopology.workersTopic(head.getSpec())).partitions();
    return progress > 0 && progress < partitions
        ? Finding.fail(
            check,
            "%s has %d partitions, and the topic of its progress %d"
                .formatted(input, partitions, progress),
            "ops/majorant topics expand " + model + options)
        : Finding.ok(check, "%s is what it has learned from".formatted(input));
  }
}
