package org.majorant.stream;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.majorant.model.FeatureSpace;
import org.majorant.model.SparseExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/** From a record's bytes to an example in the model's feature space. Hot: allocates nothing. */
final class ExampleIntake {
  private final FeatureSpace space;
  private final ExampleDecoder decoder;
  private final byte[] model;
  private final ExampleBuffer buffer = new ExampleBuffer();
  private final SparseExample x = new SparseExample();

  /** What a record is for this model. */
  enum Kind {
    LABELED,
    UNLABELED,
    OF_ANOTHER_MODEL
  }

  ExampleIntake(final ModelSpec spec, final int maxExampleBytes) {
    space = new FeatureSpace(spec);
    decoder = new ExampleDecoder(maxExampleBytes);
    model = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads one record; what it is of this model is then in {@link #example}. */
  Kind read(final byte[] value) throws RejectedExample {
    try {
      decoder.decode(value, buffer);
      if (isOfAnotherModel()) {
        return Kind.OF_ANOTHER_MODEL;
      }
      space.map(buffer, x);
    } catch (final RejectedExample e) {
      // the model is known by then, and another one may well take this structure
      if (e.reason() == Rejection.STRUCTURE && isOfAnotherModel()) {
        return Kind.OF_ANOTHER_MODEL;
      }
      throw e;
    }
    return x.label == SparseExample.UNLABELED ? Kind.UNLABELED : Kind.LABELED;
  }

  /** Reused from record to record. */
  SparseExample example() {
    return x;
  }

  private boolean isOfAnotherModel() {
    return buffer.modelLength >= 0
        && !Arrays.equals(
            model,
            0,
            model.length,
            buffer.bytes,
            buffer.modelOffset,
            buffer.modelOffset + buffer.modelLength);
  }
}
