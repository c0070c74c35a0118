package org.majorant.growth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FormerSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecException;

/**
 * The spec of a model, and those from which it has grown. What was learned by one of them is read
 * in the place that the spec has for it ({@link Growth}), whoever wrote it and when.
 */
public final class SpecHistory {
  private final Entry own;
  private final List<Entry> former = new ArrayList<>();

  private record Entry(ModelSpec spec, Fingerprint.Both fingerprints) {
    static Entry of(final ModelSpec spec) {
      return new Entry(spec, Fingerprint.both(spec));
    }
  }

  private SpecHistory(final ModelSpec spec, final List<ModelSpec> before) {
    own = Entry.of(spec);
    for (final ModelSpec each : before) {
      final Entry entry = Entry.of(each);
      if (learnedBy(entry.fingerprints.today()).isEmpty() && hasGrown(each, spec)) {
        former.add(entry);
      }
    }
  }

  /** That of a spec which has not grown. */
  public static SpecHistory of(final ModelSpec spec) {
    return of(spec, List.of());
  }

  /**
   * The same with those that it had before.
   *
   * @param before some of which it may have grown from; others are left out
   */
  public static SpecHistory of(final ModelSpec spec, final List<ModelSpec> before) {
    return new SpecHistory(spec, before);
  }

  /** That of a model which a fleet learns: what a former incarnation has learned is none of it. */
  public static SpecHistory of(final AppliedSpec applied) {
    return of(
        applied.getSpec(),
        applied.getFormer().stream()
            .filter(each -> each.getTime() >= applied.getIncarnation())
            .map(FormerSpec::getSpec)
            .toList());
  }

  private static boolean hasGrown(final ModelSpec before, final ModelSpec after) {
    try {
      Growth.inPlace(before, after);
      return true;
    } catch (final SpecException e) {
      return false;
    }
  }

  /** The spec as it is now. */
  public ModelSpec spec() {
    return own.spec;
  }

  /** Those from which it has grown. */
  public List<ModelSpec> former() {
    return former.stream().map(Entry::spec).toList();
  }

  /** Whether what carries a fingerprint was learned by the spec as it is now. */
  public boolean isOwn(final long fingerprint) {
    return own.fingerprints.matches(fingerprint);
  }

  /** Whether it was learned by one from which the spec has grown. */
  public boolean isFormer(final long fingerprint) {
    return !isOwn(fingerprint) && learnedBy(fingerprint).isPresent();
  }

  /**
   * By which of them something was learned.
   *
   * @param fingerprint that it carries
   * @return empty where it is of another model
   */
  public Optional<ModelSpec> learnedBy(final long fingerprint) {
    return isOwn(fingerprint)
        ? Optional.of(own.spec)
        : former.stream()
            .filter(each -> each.fingerprints.matches(fingerprint))
            .map(Entry::spec)
            .findFirst();
  }

  /** The one before that had so many labels; empty where none had. */
  public Optional<ModelSpec> withLabels(final int labels) {
    return former().stream().filter(each -> each.getLabels().size() == labels).findFirst();
  }
}
