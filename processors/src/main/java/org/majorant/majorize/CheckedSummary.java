package org.majorant.majorize;

import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.majorant.challenge.ComparisonSum;
import org.majorant.features.FeatureMoments;
import org.majorant.growth.Growth;
import org.majorant.growth.SpecHistory;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.merge.Summary;
import org.majorant.model.Mixture;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Evidence;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Restart;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.SpecException;
import org.majorant.tally.FeatureCounter;
import org.majorant.tally.Tallies;

/**
 * A summary that examples of this model can have given: it is of its spec, on one of its bases,
 * with a tally that adds up to its range, finite numbers and a positive curvature. Mistakes are
 * found here, before anything is merged. Whether the range joins the lineage is checked elsewhere.
 *
 * <p>Its worker may have known fewer labels than the model does now, or its spec before it has
 * grown. What it says is read in the place that the model has for it.
 *
 * @param summary as it was shipped, but for its tally
 * @param site what it says of the surrogate
 * @param spec of the model; a restart may know more labels than the model did before
 */
public record CheckedSummary(BoundSummary summary, Site site, ModelSpec spec) {
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** As the next one, once. */
  public static CheckedSummary of(final byte[] value, final ModelSpec spec, final long newestBase)
      throws RefusedSummary {
    return of(value, spec, SpecHistory.of(spec), newestBase);
  }

  /**
   * Checks a summary of a model.
   *
   * @param spec with the labels that the model knows
   * @param history of the spec
   * @param newestBase number of the newest base
   * @throws RefusedSummary where it cannot be merged
   */
  public static CheckedSummary of(
      final byte[] value, final ModelSpec spec, final SpecHistory history, final long newestBase)
      throws RefusedSummary {
    if (value == null) {
      throw new RefusedSummary(Refusal.STATE, "summary without a value");
    }
    try {
      final BoundSummary summary = SUMMARIES.decode(value);
      final ModelSpec learned = learnedBy(summary, spec, history);
      if (summary.getBase() < 0 || summary.getBase() > newestBase) {
        throw new RefusedSummary(
            Refusal.BASE, "summary on base " + summary.getBase() + ", which is not known");
      }
      final ModelSpec own = OpenLabels.knowing(learned, labels(summary, learned));
      requireTally(summary, own);
      if (summary.getMoments() != null) {
        FeatureMoments.require(own, summary.getMoments());
      }
      return placed(summary, SiteCodec.decode(summary.getState(), own), own, spec);
    } catch (final SerializationException | IllegalArgumentException e) {
      throw new RefusedSummary(Refusal.STATE, e.getMessage());
    } catch (final SpecException e) {
      throw new RefusedSummary(Refusal.SPEC, String.join("; ", e.faults()));
    }
  }

  private static ModelSpec learnedBy(
      final BoundSummary summary, final ModelSpec spec, final SpecHistory history)
      throws RefusedSummary {
    if (history.isOwn(summary.getSpec())) {
      return spec;
    }
    return history
        .learnedBy(summary.getSpec())
        .map(former -> OpenLabels.knowing(former, spec.getLabels()))
        .orElseThrow(
            () -> new RefusedSummary(Refusal.SPEC, rangeOf(summary) + " is of another spec"));
  }

  /** The labels that what it says is of, the first of the model or those of a restart. */
  private static List<String> labels(final BoundSummary summary, final ModelSpec spec)
      throws RefusedSummary {
    final List<String> met = summary.getNewLabels();
    final int known = summary.getLabels();
    final boolean possible =
        OpenLabels.areIn(spec)
            ? known >= 0
                && known <= spec.getLabels().size()
                && met.size() <= spec.getOpenLabels()
                && OpenLabels.arePossible(met)
            : known == 0 && met.isEmpty();
    if (!possible) {
      throw new RefusedSummary(Refusal.STATE, rangeOf(summary) + " has impossible labels");
    }
    return summary.getRestart() == null ? spec.getLabels().subList(0, known) : met;
  }

  private static CheckedSummary placed(
      final BoundSummary summary, final Site site, final ModelSpec own, final ModelSpec spec) {
    if (own == spec) {
      return new CheckedSummary(summary, site, spec);
    }
    final Growth growth = Growth.of(own, spec);
    final Tally tally = summary.getTally();
    summary.setTally(Tallies.grown(tally, growth));
    if (own.getLabels().size() != spec.getLabels().size()) {
      summary.setComparison(null); // the model's losses are others from then on
    }
    if (!own.getFeatures().equals(spec.getFeatures())) {
      summary.setFeatures(null); // their places are others
    }
    return new CheckedSummary(
        summary,
        summary.getRestart() == null
            ? site.widened(growth)
            : site.grown(growth, Tallies.learned(tally)),
        growth.after());
  }

  private static void requireTally(final BoundSummary summary, final ModelSpec spec)
      throws RefusedSummary {
    final boolean restart = summary.getRestart() != null;
    if (summary.getFrom() < Math.max(0, summary.getBegin())
        || summary.getTo() < summary.getFrom()
        || restart && summary.getTo() > summary.getFrom()) {
      throw new RefusedSummary(Refusal.RANGE, rangeOf(summary) + " has no such range");
    }
    final long offsets = restart ? Long.MAX_VALUE : summary.getTo() - summary.getFrom();
    final Tally tally = summary.getTally();
    final Evidence evidence = summary.getEvidence();
    if (!Tallies.isPossible(tally, offsets, spec.getLabels().size())
        || !restart && (tally.getUndone() != 0 || tally.getImported() != 0)
        || restart && !isPossible(summary.getRestart())
        || summary.getHeld() < 0
        || evidence.getExamples() < 0
        || !Double.isFinite(evidence.getBefore())
        || !Double.isFinite(evidence.getAfter())
        || !Mixture.of(spec).isPossible(summary.getMembers())
        || !FeatureCounter.arePossible(summary.getFeatures(), tally.getExamples(), spec)
        || !ComparisonSum.isPossible(summary.getComparison(), spec)) {
      throw new RefusedSummary(Refusal.TALLY, rangeOf(summary) + " has impossible counts");
    }
  }

  private static boolean isPossible(final Restart restart) {
    return restart.getEffective() >= 0
        && Double.isFinite(restart.getEffective())
        && restart.getKappa() >= 1
        && Double.isFinite(restart.getKappa());
  }

  /** Whether the model is to go on from its state, in place of all that was merged before. */
  public boolean isRestart() {
    return summary.getRestart() != null;
  }

  /**
   * The state of a restart, in the place of the last base.
   *
   * @param number of the last base
   */
  public Base restart(final long number) {
    final SurrogateHead head =
        Base.head(spec, number)
            .setTally(summary.getTally())
            .setEffective(summary.getRestart().getEffective())
            .setKappa(summary.getRestart().getKappa())
            .setMembers(summary.getMembers())
            .setRestarted(number + 1)
            .setLabels(OpenLabels.areIn(spec) ? spec.getLabels() : List.of())
            .build();
    return Base.of(head, site, null);
  }

  /** As the merger takes it. */
  public Summary content() {
    return new Summary(
        summary.getPartition(),
        summary.getBase(),
        summary.getTally().getExamples(),
        summary.getHeld(),
        summary.getEvidence(),
        summary.getMembers().stream().mapToDouble(Double::doubleValue).toArray(),
        site);
  }

  /** The offset before which its worker has had all records at least, those too that it holds. */
  public long end() {
    final long most = ValueDecoder.MOST_EXAMPLES;
    final long heldRecords = summary.getHeld() / most + (summary.getHeld() % most == 0 ? 0 : 1);
    final long end = summary.getTo() + heldRecords;
    return end < 0 ? Long.MAX_VALUE : end;
  }

  /** Its partition and range, for people. */
  public String range() {
    return rangeOf(summary);
  }

  private static String rangeOf(final BoundSummary summary) {
    if (summary.getRestart() != null) {
      return "restart from " + summary.getRestart().getOrigin();
    }
    return "summary of partition %d [%d, %d)"
        .formatted(summary.getPartition(), summary.getFrom(), summary.getTo());
  }
}
