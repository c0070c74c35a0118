package org.majorant.model;

import java.util.Arrays;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SequenceBuffer;
import org.majorant.schema.Task;
import org.majorant.schema.ValueDecoder;

/**
 * From a record's bytes to an example in a model's index space, for whatever structure its task
 * learns from. For one thread; allocates nothing for an example.
 */
public final class ExampleMapper {
  private final FeatureSpace space;
  private final ValueDecoder decoder;
  private final ExampleBuffer point = new ExampleBuffer();
  private final SequenceBuffer sequence = new SequenceBuffer();
  private final SparseExample mappedPoint = new SparseExample();
  private final SparseSequence mappedSequence = new SparseSequence();
  private final boolean sequences;

  /**
   * @param space of the spec
   * @param decoder of the records; no other thread uses it
   */
  public ExampleMapper(final ModelSpec spec, final FeatureSpace space, final ValueDecoder decoder) {
    this.space = space;
    this.decoder = decoder;
    sequences = spec.getTask() == Task.SEQUENCE;
  }

  /**
   * Decodes a record.
   *
   * @throws RejectedExample as {@link ValueDecoder#decode}
   */
  public void decode(final byte[] record) throws RejectedExample {
    decoder.decode(record, buffer());
  }

  /** Whether what was decoded last is addressed to another model than this, in UTF-8. */
  public boolean isOfAnother(final byte[] model) {
    final DecodedExample b = buffer();
    return b.modelLength >= 0
        && !Arrays.equals(
            model, 0, model.length, b.bytes, b.modelOffset, b.modelOffset + b.modelLength);
  }

  /**
   * Maps what was decoded last.
   *
   * @return the same object each time
   * @throws RejectedExample as {@link FeatureSpace#map}
   */
  public Example map() throws RejectedExample {
    if (sequences) {
      space.map(sequence, mappedSequence);
      return mappedSequence;
    }
    space.map(point, mappedPoint);
    return mappedPoint;
  }

  private DecodedExample buffer() {
    return sequences ? sequence : point;
  }
}
