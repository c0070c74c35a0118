package org.majorant.stream;

import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.majorant.majorize.BaseReader;
import org.majorant.merge.Base;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a majorizer that starts goes on from. Base and progress are written in one transaction, but
 * a transaction may be committed only in part, or somebody may delete records of the topic. So the
 * topic is asked for the last base on it. If the base that the progress names is gone, an older one
 * is enough: it says itself up to which offset it has all summaries, and those after it are merged
 * again.
 *
 * @param summaries the partition that is merged
 */
record LastBase(ModelSpec spec, TopologySettings settings, TopicPartition summaries) {
  private static final Logger LOG = LoggerFactory.getLogger(LastBase.class);

  /** The progress of a store that is empty: a deleted model leaves a base without it. */
  MajorizeProgress left() {
    return settings
        .baseFeed()
        .current()
        .map(Base::head)
        .filter(head -> head.getSummaries() != null)
        .map(
            head ->
                new MajorizeProgress(
                    head.getSummaries().getNext(), head.getBase(), head.getVersion(), 0L, 0L))
        .orElse(new MajorizeProgress(-1L, 0L, 0L, 0L, 0L));
  }

  /**
   * The base to go on from.
   *
   * @param progress with a base
   * @throws CannotLearn where nothing is there to go on from
   */
  Base of(final MajorizeProgress progress) {
    final long number = progress.getBase();
    final Optional<Base> found = settings.baseFeed().find(number);
    if (found.filter(base -> base.head().getBase() >= number).isPresent()) {
      return found.get();
    }
    final Base older =
        found.filter(base -> base.head().getSummaries() != null).orElseGet(() -> nothing(progress));
    final SurrogateHead head = older.head();
    LOG.warn(
        "{}: base {} is not on {}: its transaction was committed only in part, or records were"
            + " deleted; the summaries from {} on are merged again",
        spec.getModel(),
        number,
        Topics.SURROGATES,
        head.getSummaries().getNext());
    return older;
  }

  private Base nothing(final MajorizeProgress progress) {
    final long start = settings.gapLog().start(summaries);
    if (start > 0) {
      throw new CannotLearn(
          ("base %d of %s is not on %s, nor one before it, and %s begins at offset %d only: give the"
                  + " model another name in its spec, and it learns its input from the beginning")
              .formatted(
                  progress.getBase(), spec.getModel(), Topics.SURROGATES, Topics.SUMMARIES, start),
          null);
    }
    return BaseReader.nothing(
        spec, progress.getBase(), progress.getVersion(), summaries.partition());
  }
}
