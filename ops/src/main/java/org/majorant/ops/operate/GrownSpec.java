package org.majorant.ops.operate;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.majorant.features.FeatureMoments;
import org.majorant.growth.Growth;
import org.majorant.growth.SpecHistory;
import org.majorant.merge.Base;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.SpecException;

/**
 * A spec by which a model is to go on that has more labels, features or views than it had. Whoever
 * learns the model reads what it knows in the place that the spec has for it; here it is tried
 * before, so that a spec which has none is refused.
 *
 * @param growth from what it has learned
 * @param version the newest that it has published
 */
public record GrownSpec(Growth growth, long version) {
  /**
   * Tries whether a model can go on by a spec.
   *
   * @param client how to reach the brokers
   * @param before by which it has learned
   * @param end the command that has the model begin anew
   * @throws CommandFailed where it cannot, with what to do
   */
  public static GrownSpec of(
      final Map<?, ?> client,
      final SpecHistory before,
      final ModelSpec after,
      final Duration timeout,
      final String end) {
    final Base known =
        NewestBase.whole(client, before, timeout)
            .filter(base -> base.head().getBlocks() > 0)
            .orElseThrow(
                () ->
                    new CommandFailed(
                        "%s, which has learned nothing yet that could go on: type '%s', or give the model another name"
                            .formatted(
                                Fingerprint.contradiction(before.spec(), after).orElseThrow(),
                                end)));
    if (known.head().getMoments() == null && FeatureMoments.areNeeded(before.spec())) {
      throw new CommandFailed(
          "'%s' has not seen enough examples to standardize its features: give the command again when it has a version"
              .formatted(after.getModel()));
    }
    final ModelSpec had = OpenLabels.knowing(before.spec(), known.head().getLabels());
    try {
      final Growth growth = Growth.inPlace(had, after);
      known.grown(growth);
      return new GrownSpec(growth, known.head().getVersion());
    } catch (final SpecException e) {
      throw new CommandFailed(
          "%s: type '%s', or give the model another name".formatted(e.faults().get(0), end), e);
    }
  }

  /**
   * The spec by which a learner of one model goes on, with the one that it has grown from.
   *
   * @param newest version of the model
   * @param told is told of what it grows by
   * @throws CommandFailed where it cannot go on by it
   */
  public static SpecHistory goingOn(
      final Map<?, ?> client,
      final Optional<ModelHead> newest,
      final ModelSpec spec,
      final Duration timeout,
      final PrintWriter told) {
    final Optional<String> difference =
        newest.flatMap(head -> Fingerprint.contradiction(head.getSpec(), spec));
    if (difference.isEmpty()) {
      return SpecHistory.of(spec);
    }
    final ModelSpec before = newest.orElseThrow().getSpec();
    final SpecHistory history = SpecHistory.of(spec, List.of(before));
    if (history.former().isEmpty()) {
      throw PublishedModels.contradicts(difference.get());
    }
    if (learned(client, history, timeout).equals(Optional.of(before))) {
      final String end = "ops/majorant models delete %s --yes".formatted(spec.getModel());
      told.printf(
          "majorant: %s: %s%n",
          spec.getModel(), of(client, SpecHistory.of(before), spec, timeout, end).line());
    }
    return history;
  }

  /** By which of its specs a model has learned what it knows; empty where it knows nothing. */
  public static Optional<ModelSpec> learned(
      final Map<?, ?> client, final SpecHistory history, final Duration timeout) {
    return NewestBase.head(client, history.spec().getModel(), timeout)
        .flatMap(head -> history.learnedBy(head.getSpec()));
  }

  /** For people. */
  public String line() {
    return "it grows by %s, and goes on from version %d".formatted(growth.news(), version);
  }
}
