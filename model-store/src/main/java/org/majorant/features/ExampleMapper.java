package org.majorant.features;

import java.util.Arrays;
import org.majorant.schema.ChoiceBuffer;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.GraphBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SequenceBuffer;
import org.majorant.schema.ValueDecoder;

/**
 * From a record's bytes to an example in a model's index space, for whatever structure its task
 * learns from. For one thread; allocates nothing for an example.
 */
public final class ExampleMapper {
  private final FeatureSpace space;
  private final ValueDecoder decoder;
  private final DecodedExample buffer;
  private final Example example;

  /**
   * @param space of the spec
   * @param decoder of the records; no other thread uses it
   */
  public ExampleMapper(final ModelSpec spec, final FeatureSpace space, final ValueDecoder decoder) {
    this.space = space;
    this.decoder = decoder;
    switch (spec.getTask()) {
      case SEQUENCE -> {
        buffer = new SequenceBuffer();
        example = new SparseSequence();
      }
      case CHOICE -> {
        buffer = new ChoiceBuffer();
        example = new SparseGraph();
      }
      case GRAPH -> {
        buffer = new GraphBuffer();
        example = new SparseGraph();
      }
      default -> {
        buffer = new ExampleBuffer();
        example = new SparseExample();
      }
    }
  }

  /** One that maps objects only. */
  public ExampleMapper(final ModelSpec spec, final FeatureSpace space) {
    this(spec, space, null);
  }

  /**
   * Decodes a record.
   *
   * @throws RejectedExample as {@link ValueDecoder#decode}
   */
  public void decode(final byte[] record) throws RejectedExample {
    decoder.decode(record, buffer);
  }

  /** Whether what was decoded last is addressed to another model than this, in UTF-8. */
  public boolean isOfAnother(final byte[] model) {
    final int from = buffer.modelOffset;
    return buffer.modelLength >= 0
        && !Arrays.equals(model, 0, model.length, buffer.bytes, from, from + buffer.modelLength);
  }

  /**
   * Maps what was decoded last.
   *
   * @return the same object each time
   * @throws RejectedExample as {@link FeatureSpace#map}
   */
  public Example map() throws RejectedExample {
    if (buffer instanceof SequenceBuffer tokens) {
      space.map(tokens, (SparseSequence) example);
    } else if (buffer instanceof ChoiceBuffer alternatives) {
      space.map(alternatives, (SparseGraph) example);
    } else if (buffer instanceof GraphBuffer configurations) {
      space.map(configurations, (SparseGraph) example);
    } else {
      space.map((ExampleBuffer) buffer, (SparseExample) example);
    }
    return example;
  }

  /**
   * Maps an object, without what was observed of its labels: to predict them.
   *
   * @return the same object each time
   * @throws RejectedExample where it does not fit the model
   */
  public Example unlabeled(final LabeledExample given) throws RejectedExample {
    buffer.set(given);
    buffer.forgetLabels();
    return map();
  }
}
