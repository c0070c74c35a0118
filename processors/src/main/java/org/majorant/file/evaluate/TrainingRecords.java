package org.majorant.file.evaluate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.file.UnusableData;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.OpenLabels;

/**
 * Records to be learned, in their order and as often as wanted. Where labels are open, the model
 * gets to know them when it meets them.
 */
public final class TrainingRecords {
  private final List<byte[]> records;
  private final Moments moments;
  private final Set<String> met = new LinkedHashSet<>();
  private ModelSpec spec;
  private ExampleMapper mapper;

  TrainingRecords(final ModelSpec spec, final Moments moments, final List<byte[]> records) {
    this.records = records;
    this.moments = moments;
    know(spec);
  }

  /**
   * The spec with all labels that some records have, if it does not list its own.
   *
   * @throws UnusableData where they are too few
   */
  public static ModelSpec specOf(final ModelSpec spec, final List<byte[]> records) {
    if (!OpenLabels.areIn(spec)) {
      return spec;
    }
    final TrainingRecords all = new TrainingRecords(spec, null, records);
    all.look(0, spec.getOpenLabels());
    final ModelSpec known = all.met();
    if (!OpenLabels.suffice(known)) {
      throw new UnusableData("fewer than two labels come, and one alone is always right");
    }
    return known;
  }

  /** Looks at records until so many labels are known, if there are as many. */
  private void look(final long from, final int enough) {
    for (long i = from; i < records.size() && met().getLabels().size() < enough; i++) {
      meetsLabel(i);
    }
  }

  byte[] at(final long i) {
    return records.get((int) (i % records.size()));
  }

  /** Whether a record has to wait for labels to be known: its own, or a second one at all. */
  boolean meets(final long i) {
    if (!OpenLabels.suffice(spec)) {
      look(0, 2);
      return true;
    }
    return OpenLabels.hasRoom(spec) && meetsLabel(i);
  }

  private boolean meetsLabel(final long i) {
    try {
      mapper.decode(at(i));
      return mapper.meet(met);
    } catch (final RejectedExample e) {
      return false; // whoever learns the record says so
    }
  }

  Example read(final long i) throws RejectedExample {
    mapper.decode(at(i));
    return mapper.map();
  }

  /** The spec with the labels that were met. */
  ModelSpec met() {
    return OpenLabels.meeting(spec, met);
  }

  /** From now on the model knows these labels. */
  void know(final ModelSpec wider) {
    spec = wider;
    mapper =
        new ExampleMapper(
            wider, new FeatureSpace(wider, moments), new ExampleDecoder(Integer.MAX_VALUE));
    wider.getLabels().forEach(met::remove);
  }
}
