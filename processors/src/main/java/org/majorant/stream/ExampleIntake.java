package org.majorant.stream;

import java.nio.charset.StandardCharsets;
import org.majorant.model.Example;
import org.majorant.model.ExampleMapper;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/** What a record is for one model, and its example. Hot: allocates nothing. */
final class ExampleIntake {
  private final ExampleMapper mapper;
  private final byte[] model;
  private Example example;

  /** What a record is for this model. */
  enum Kind {
    LABELED,
    UNLABELED,
    OF_ANOTHER_MODEL
  }

  ExampleIntake(final ModelSpec spec, final int maxExampleBytes) {
    mapper = new ExampleMapper(spec, maxExampleBytes);
    model = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads one record; what it is of this model is then in {@link #example}. */
  Kind read(final byte[] value) throws RejectedExample {
    try {
      mapper.decode(value);
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
    return example.isLabeled() ? Kind.LABELED : Kind.UNLABELED;
  }

  /** Reused from record to record. */
  Example example() {
    return example;
  }
}
