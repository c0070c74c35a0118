package org.majorant.summarize;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureNames;
import org.majorant.features.FeatureSpace;
import org.majorant.features.NameCounts;
import org.majorant.features.SparsePoint;
import org.majorant.features.Standardization.ClippedCounts;
import org.majorant.learn.Worker;
import org.majorant.log.InputRecord;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NameCount;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.OpenLabels;

/**
 * Reads the examples of a record for one model. If the spec standardizes features, it takes the
 * moments of the examples that it reads until all workers have agreed on theirs; before that, no
 * example can be learned. If labels are open, it finds those that are not known; their examples can
 * be learned when a base has given them numbers. If features are hashed, it counts the names in the
 * examples to be learned. Hot: allocates nothing.
 */
public final class ExampleIntake {
  private final ValueDecoder decoder;
  private final byte[] model;
  private final NameCounts names; // null where the spec's features need none
  private final ClippedCounts clipped; // null where nothing is standardized
  private final Set<String> met = new LinkedHashSet<>(); // labels that are not known
  private ModelSpec spec; // with the labels that are known
  private Moments moments; // null: not yet, or the spec needs none
  private FeatureMoments counted; // null once it is in the model's coordinates
  private ExampleMapper mapper;
  private ExampleMapper checker; // the same, but counts neither names nor what is clipped
  private Example example;
  private int former; // label that is corrected; below 0: none is
  private boolean proposed; // the moments, complete
  private int told; // of the labels that were met
  private int examples; // of the open record
  private RejectedExample broken; // of the open record as a whole; null: it is not

  /** What an example is for this model. */
  enum Kind {
    LABELED,
    REVISED,
    UNLABELED,
    OF_ANOTHER_MODEL,
    PASSED_OVER;

    boolean isLearned() {
      return this == LABELED || this == REVISED;
    }
  }

  public ExampleIntake(final ModelSpec spec, final ValueDecoder decoder) {
    this.spec = spec;
    this.decoder = decoder;
    names = FeatureNames.areCounted(spec) ? new NameCounts() : null;
    counted = FeatureMoments.areNeeded(spec) ? new FeatureMoments(spec) : null;
    clipped = counted == null ? null : new ClippedCounts(spec.getFeatures());
    makeMappers();
    model = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Whether examples come in the model's coordinates, and there are labels enough, so that they can
   * be learned.
   */
  public boolean isReady() {
    return counted == null && OpenLabels.suffice(spec);
  }

  /** Whether its moments are complete, or it has met labels, and nobody knows. */
  public boolean isToPropose() {
    return counted != null && counted.areComplete() && !proposed || met.size() > told;
  }

  /** The moments of what was read, while it is not ready; null where there are none. */
  public Moments proposal() {
    if (counted == null || counted.isEmpty()) {
      return null;
    }
    proposed = counted.areComplete();
    return counted.toMoments();
  }

  /** The labels that it has met and does not know. */
  public List<String> newLabels() {
    told = met.size();
    return List.copyOf(met);
  }

  /** The labels that it knows. */
  public List<String> labels() {
    return spec.getLabels();
  }

  /** From now on examples come in the model's coordinates. */
  public void standardize(final Moments agreed) {
    counted = null;
    moments = agreed;
    makeMappers();
  }

  /** From now on it knows more labels. */
  public void know(final ModelSpec wider) {
    spec = wider;
    makeMappers();
    wider.getLabels().forEach(met::remove);
    if (!OpenLabels.hasRoom(wider)) {
      met.clear();
    }
    told = Math.min(told, met.size());
  }

  private void makeMappers() {
    if (counted != null) {
      mapper = mapper(new FeatureSpace(spec, counted));
      checker = mapper;
    } else {
      mapper = mapper(new FeatureSpace(spec, moments, names, clipped));
      checker = names == null && clipped == null ? mapper : mapper(new FeatureSpace(spec, moments));
    }
  }

  private ExampleMapper mapper(final FeatureSpace space) {
    return new ExampleMapper(spec, space, decoder);
  }

  /** Opens a record, whose examples may be read until the next call. */
  void open(final InputRecord record) {
    try {
      broken = null;
      examples = decoder.open(record.value(), record);
    } catch (final RejectedExample e) {
      broken = e;
      examples = 1;
    }
  }

  /** How many the open record has; 1 where it is broken as a whole: to read it says so then. */
  public int examples() {
    return examples;
  }

  /**
   * Finds the labels of a record that are not known and can get to be known.
   *
   * @return whether there are any, so that it cannot be learned yet
   */
  public boolean meets(final InputRecord record) {
    if (!OpenLabels.hasRoom(spec)) {
      return false;
    }
    open(record);
    boolean meets = false;
    for (int item = 0; broken == null && item < examples; item++) {
      meets |= meets(item);
    }
    return meets;
  }

  private boolean meets(final int item) {
    try {
      checker.decode(item);
      if (decoder.isPassedOver() || checker.isOfAnother(model)) {
        return false;
      }
      final boolean meets = checker.meet(met);
      if (counted != null) {
        checker.forgetLabels();
        checker.map(); // only for its moments
      }
      return meets;
    } catch (final RejectedExample e) {
      return false; // whoever learns the record says so
    }
  }

  /**
   * Reads all examples of a record, only to see which are bad. Where labels are open, one may be
   * known later, and all records are judged when they are learned: dead letters are written in the
   * order of the records.
   */
  public List<RejectedItem> check(final InputRecord record) {
    if (OpenLabels.areIn(spec)) {
      meets(record);
      return List.of();
    }
    List<RejectedItem> rejected = List.of();
    open(record);
    for (int item = 0; item < examples; item++) {
      try {
        check(item);
      } catch (final RejectedExample e) {
        rejected = with(rejected, rejected(record, item, e));
      }
    }
    return rejected;
  }

  /** Reads one example of the open record, only to see whether it is good. */
  void check(final int item) throws RejectedExample {
    read(item, checker);
  }

  /** Reads one example of the open record; what it is of this model is in {@link #example}. */
  Kind read(final int item) throws RejectedExample {
    return read(item, mapper);
  }

  /** An example of the record that is open. */
  RejectedItem rejected(final InputRecord record, final int item, final RejectedExample why) {
    return broken == null && decoder.isPacked()
        ? new RejectedItem(record.with(decoder.alone(item)), item, why)
        : new RejectedItem(record, null, why);
  }

  /** Nearly no record has a bad example: only the first makes a list. */
  static List<RejectedItem> with(final List<RejectedItem> list, final RejectedItem rejected) {
    final List<RejectedItem> longer = list.isEmpty() ? new ArrayList<>() : list;
    longer.add(rejected);
    return longer;
  }

  private Kind read(final int item, final ExampleMapper mapper) throws RejectedExample {
    if (broken != null) {
      throw broken;
    }
    try {
      mapper.decode(item);
      if (decoder.isPassedOver()) {
        return Kind.PASSED_OVER;
      }
      if (mapper.isOfAnother(model)) {
        return Kind.OF_ANOTHER_MODEL;
      }
      example = mapper.map();
    } catch (final RejectedExample e) {
      // the model is known by then, and another one may well take this structure
      if (e.reason() == Rejection.STRUCTURE && mapper.isOfAnother(model)) {
        return Kind.OF_ANOTHER_MODEL;
      }
      throw e;
    }
    former = former();
    if (former >= 0) {
      return Kind.REVISED;
    }
    return example.isLabeled() ? Kind.LABELED : Kind.UNLABELED;
  }

  private int former() {
    final String label = decoder.formerLabel();
    return label != null && example.isWhole() ? spec.getLabels().indexOf(label) : -1;
  }

  /**
   * Has a worker learn the example that was read last, which has a label.
   *
   * @param time of its record, milliseconds
   * @return its progressive loss, nats a decision; not a number where its label was corrected
   */
  double teach(final Worker worker, final double time) {
    if (former >= 0) {
      worker.revise((SparsePoint) example, former, time);
      return Double.NaN;
    }
    return worker.learn(example, time) / Math.max(1, example.observed());
  }

  /** Paths that the spec names, and that no event had so far. */
  public List<String> unseen() {
    return decoder.unseen();
  }

  /** What was clipped of the examples that were to be learned; null: nothing is standardized. */
  public ClippedCounts clipped() {
    return clipped;
  }

  /** Takes out the names since the last call. */
  public List<NameCount> takeNames() {
    return names == null ? List.of() : names.take();
  }

  /** Reused from example to example. */
  Example example() {
    return example;
  }
}
