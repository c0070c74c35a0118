package org.majorant.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Named;

class BlobImageTest {
  private static final int PIXELS = BlobImage.WIDTH * BlobImage.HEIGHT;

  @Test
  void image_ofASeed_isAlwaysTheSame() {
    assertThat(BlobImage.of(7).record()).isEqualTo(BlobImage.of(7).record());
    assertThat(BlobImage.of(7).record()).isNotEqualTo(BlobImage.of(8).record());
    assertThat(BlobImage.of(7).record()).isNotEqualTo(BlobImage.of(-7).record());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 300, -1, -16})
  void record_hasTheMaskAsStates_someOfEither(final long seed) {
    final BlobImage image = BlobImage.of(seed);
    final Graph graph =
        (Graph) AvroSerde.of(LabeledExample.class).decode(image.record()).getStructure();
    assertThat(graph.getStates()).hasSize(PIXELS).contains(0, 1);
    assertThat(graph.getFactors().size()).isGreaterThan(2 * PIXELS);
    for (int v = 0; v < PIXELS; v++) {
      assertThat(graph.getStates().get(v) == 1).isEqualTo(image.image().mask()[v]);
      assertThat(image.image().colours()[v]).hasSize(3);
      for (final double part : image.image().colours()[v]) {
        assertThat(part).isBetween(0.0, 1.0);
      }
    }
  }

  @Test
  void names_areAsManyAsFeatures() {
    final var space = (Named) BlobImage.data().spec().getFeatures().getSpace();
    assertThat(space.getNames()).hasSize(MaskedImage.FEATURES).doesNotHaveDuplicates();
  }
}
