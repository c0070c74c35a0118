package org.majorant.ops.http.curves;

import java.util.function.Predicate;
import org.majorant.ops.read.MixtureLine;
import org.majorant.ops.read.MixtureLine.Share;
import org.majorant.schema.ModelHead;

/**
 * What charts draw of one version, as a row of numbers. Where it has no members, or none whose
 * prior is not the spec's or whose memory forgets, these columns are NaN.
 */
final class VersionRow {
  /**
   * The columns; time is in milliseconds since the epoch, losses in nats. Of the members there are
   * the weights of all whose temperature is under, at or over 1, and the mean temperature; and the
   * same of their priors, in units of the spec's; and the weights of all whose memory forgets, or
   * does not; and the time of the last alarm of drift.
   */
  static final String[] COLUMNS = {
    "time",
    "version",
    "examples",
    "objective",
    "bound",
    "slack",
    "stepNorm",
    "pass",
    "lessSure",
    "asSure",
    "surer",
    "temperature",
    "weakerPrior",
    "specPrior",
    "strongerPrior",
    "prior",
    "remembers",
    "forgets",
    "drift"
  };

  private VersionRow() {}

  /**
   * @param pass over the same examples, from 1; NaN where it is not known
   */
  static double[] of(final ModelHead head, final double pass) {
    final MixtureLine mixture = MixtureLine.of(head.getMembers(), head.getSpec());
    final MixtureLine priors = mixture != null && mixture.hasPriors() ? mixture : null;
    final MixtureLine memories = mixture != null && mixture.hasHalfLives() ? mixture : null;
    return new double[] {
      head.getCreated(),
      head.getVersion(),
      head.getTally().getExamples(),
      head.getObjective(),
      head.getBound(),
      head.getBound() - head.getObjective(),
      head.getStepNorm(),
      pass,
      weight(mixture, member -> member.temperature() < 1),
      weight(mixture, member -> member.temperature() == 1),
      weight(mixture, member -> member.temperature() > 1),
      mixture == null ? Double.NaN : mixture.temperature(),
      weight(priors, member -> member.prior() < 1),
      weight(priors, member -> member.prior() == 1),
      weight(priors, member -> member.prior() > 1),
      priors == null ? Double.NaN : priors.prior(),
      weight(memories, member -> member.halfLife() == 0),
      weight(memories, member -> member.halfLife() > 0),
      head.getAlarms().isEmpty()
          ? Double.NaN
          : head.getAlarms().get(head.getAlarms().size() - 1).getTime()
    };
  }

  private static double weight(final MixtureLine mixture, final Predicate<Share> some) {
    return mixture == null ? Double.NaN : mixture.weight(some);
  }
}
