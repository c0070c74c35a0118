package org.majorant.features;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.json.ValueFormat;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;

class MaxWeightTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "labels: [a, b] | \"features\": {\"x\": 1}, \"label\": \"a\"",
        "labels: [a, b], task: sequence | \"tokens\": [\"x\"], \"labels\": [\"a\"]",
        "task: choice | \"alternatives\": [{\"x\": 1}, {}], \"chosen\": 1",
        "task: graph | \"cardinalities\": [2], \"factors\":"
            + " [{\"variables\": [0], \"configurations\": [{\"x\": 1}, {}]}], \"states\": [1]",
        "task: matching | \"pairs\": [[{\"x\": 1}]], \"matches\": [[0, 0]]",
      })
  void weight_beyondTheSpecs_isRejectedByName(final String fields, final String example)
      throws RejectedExample {
    final String spec = "{model: m, features: {hash-bits: 6}, " + fields;
    final ExampleMapper narrow = mapper(spec + ", max-weight: 2.5}");
    narrow.decode(json(example, "2.5"));
    assertThat(narrow.map().isLabeled()).isTrue();
    for (final String weight : List.of("2.500001", "1e308", "1e999", "-1")) {
      narrow.decode(json(example, weight));
      final RejectedExample e = catchThrowableOfType(RejectedExample.class, narrow::map);
      assertThat(e.reason()).isEqualTo(Rejection.WEIGHT);
      assertThat(e).hasMessageEndingWith(" is not a number from 0 to the spec's max-weight, 2.5");
    }
    final ExampleMapper wide = mapper(spec + "}");
    wide.decode(json(example, "1e9"));
    assertThat(wide.map().isLabeled()).isTrue();
    wide.decode(json(example, "1.1e9"));
    assertThat(catchThrowableOfType(RejectedExample.class, wide::map))
        .hasMessageEndingWith("the spec's max-weight, 1.0E9");
  }

  private static ExampleMapper mapper(final String yaml) {
    final ModelSpec spec = SpecFile.read(yaml);
    return new ExampleMapper(
        spec, new FeatureSpace(spec), ValueFormat.JSON.decoder(spec, 1 << 20, SchemaRegistry.NONE));
  }

  private static byte[] json(final String example, final String weight) {
    return ("{" + example + ", \"weight\": " + weight + "}").getBytes(UTF_8);
  }
}
