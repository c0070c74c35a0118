package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.SpecFile;

class ExampleMapperTest {
  /** A decoder with a fault: it claims more features than there are. */
  private static final ValueDecoder FAULTY =
      new ValueDecoder(1) {
        @Override
        protected void openValue(final byte[] value, final RecordHeaders headers) {
          isOne(0);
        }

        @Override
        protected void decodeExample(
            final byte[] value, final int from, final int to, final DecodedExample buffer) {
          ((ExampleBuffer) buffer).size = 1000;
        }

        @Override
        protected byte[] unpack(final byte[] value, final int from, final int to) {
          return value;
        }
      };

  @Test
  void errorThatNobodyForesaw_isARejection() throws RejectedExample {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b]}");
    final ExampleMapper mapper = new ExampleMapper(spec, new FeatureSpace(spec), FAULTY);
    mapper.decode(new byte[1]);
    final RejectedExample e = catchThrowableOfType(RejectedExample.class, mapper::map);
    assertThat(e.reason()).isEqualTo(Rejection.UNDECODABLE);
    assertThat(e.getMessage())
        .startsWith("reading it fails with ArrayIndexOutOfBoundsException 'Index 64 out of bounds");
  }
}
