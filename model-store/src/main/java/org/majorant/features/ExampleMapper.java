package org.majorant.features;

import java.util.Arrays;
import java.util.Set;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.ValueDecoder;

/**
 * Takes a record's bytes to an example in a model's index space, for the structure that the model's
 * task learns from. What it maps to is the same object each time. It is for one thread, and
 * allocates nothing for an example.
 */
public final class ExampleMapper {
  private final ValueDecoder decoder;
  private final Structure.Mapping<?, ?> mapping;
  private final LabelSet labels;

  /**
   * @param space the feature space of the spec
   * @param decoder of the records; no other thread uses it
   */
  public ExampleMapper(final ModelSpec spec, final FeatureSpace space, final ValueDecoder decoder) {
    this.decoder = decoder;
    mapping = Structure.of(spec.getTask()).mapping(space);
    labels = space.labels();
  }

  /** One that maps objects only. */
  public ExampleMapper(final ModelSpec spec, final FeatureSpace space) {
    this(spec, space, null);
  }

  /**
   * Decodes a record of one example.
   *
   * @throws RejectedExample as {@link ValueDecoder#decode(byte[], DecodedExample)}
   */
  public void decode(final byte[] record) throws RejectedExample {
    decoder.decode(record, mapping.buffer());
  }

  /**
   * Decodes an example of the record that its decoder has opened.
   *
   * @param item which, from 0
   * @throws RejectedExample as {@link ValueDecoder#decode(int, DecodedExample)}
   */
  public void decode(final int item) throws RejectedExample {
    decoder.decode(item, mapping.buffer());
  }

  /** Maps a record of one example; whether it fits the model. */
  boolean fits(final byte[] record) {
    try {
      decode(record);
      if (labels.areOpen()) {
        forgetLabels(); // they may be known later
      }
      map();
      return true;
    } catch (final RejectedExample e) {
      return false; // whoever learns the record counts it
    }
  }

  /** Whether what was decoded last is addressed to another model than this, in UTF-8. */
  public boolean isOfAnother(final byte[] model) {
    final DecodedExample buffer = mapping.buffer();
    final int from = buffer.modelOffset;
    return buffer.modelLength >= 0
        && !Arrays.equals(model, 0, model.length, buffer.bytes, from, from + buffer.modelLength);
  }

  /**
   * Finds labels of what was decoded last that the model does not know and, since its labels are
   * open, can get to know.
   *
   * @param met gets each of them
   * @return whether there are any
   */
  public boolean meet(final Set<String> met) {
    return labels.meet(mapping.buffer(), met);
  }

  /** Forgets which labels were observed in what was decoded last. */
  public void forgetLabels() {
    mapping.buffer().forgetLabels();
  }

  /**
   * Maps what was decoded last.
   *
   * @throws RejectedExample where the example does not fit the model
   */
  public Example map() throws RejectedExample {
    try {
      return mapping.map();
    } catch (final RuntimeException | StackOverflowError e) {
      throw RejectedExample.unforeseen(e);
    }
  }

  /**
   * Maps an object, without what was observed of its labels: to predict them.
   *
   * @throws RejectedExample where it does not fit the model
   */
  public Example unlabeled(final LabeledExample given) throws RejectedExample {
    mapping.buffer().set(given);
    forgetLabels();
    return map();
  }

  /**
   * Maps an object with what was observed of its labels.
   *
   * @throws RejectedExample where it does not fit the model
   */
  public Example labeled(final LabeledExample given) throws RejectedExample {
    mapping.buffer().set(given);
    return map();
  }
}
