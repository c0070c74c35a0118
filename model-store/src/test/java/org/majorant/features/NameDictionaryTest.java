package org.majorant.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Sequence;
import org.majorant.spec.SpecFile;

class NameDictionaryTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, task: sequence, labels: [O, I], features: {hash-bits: 20}}");

  private final double[] theta = new double[Dimensions.of(SPEC).parameters()];
  private final NameDictionary dictionary = new NameDictionary(SPEC);

  @Test
  void choice_ofFewNames_isAllOfThem() {
    dictionary.add(List.of(new NameCount("rare", 1L), new NameCount("often", 9L)));
    dictionary.add(List.of(new NameCount("rare", 2L)));
    assertThat(dictionary.choose(theta))
        .containsExactly(new NameCount("often", 9L), new NameCount("rare", 3L));
  }

  @Test
  void choice_ofMany_isOfTheHeaviestAndTheMostUsed_andOutlivesTheRest() {
    final List<NameCount> names = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      weigh("heavy" + i, i % 2 == 0 ? 3 : -3);
      names.add(new NameCount("heavy" + i, 1L));
    }
    for (int i = 0; i < NameDictionary.MOST + 1000; i++) {
      names.add(new NameCount("n" + i, 2L + i));
    }
    dictionary.add(names);
    final List<NameCount> chosen = dictionary.choose(theta);
    assertThat(chosen)
        .hasSize(NameDictionary.MOST)
        .containsAll(names.subList(0, 20))
        .containsAll(names.subList(names.size() - 100, names.size()))
        .doesNotContain(names.get(20))
        .isSortedAccordingTo(NameDictionary.BY_COUNT);

    final NameDictionary restored = new NameDictionary(SPEC);
    restored.restore(chosen);
    restored.add(List.of(new NameCount("heavy7", 5L)));
    assertThat(restored.choose(theta)).contains(new NameCount("heavy7", 6L)).hasSameSizeAs(chosen);
  }

  @Test
  void names_ofRecords_areThoseOfTheHeaviestOfAll() {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      final var token = new NamedFeatures(List.of("a" + i, "b" + i, "c" + i, "39"), List.of());
      final var sequence = new Sequence(List.of(token), List.of("O"), null);
      records.add(serde.encode(new LabeledExample(null, null, 1.0, sequence)));
    }
    records.add(100, new byte[] {1});
    weigh("b1234", 0.5);
    assertThat(NameDictionary.of(SPEC, null, records, theta))
        .hasSize(NameDictionary.MOST)
        .startsWith(new NameCount("39", 3000L))
        .contains(new NameCount("b1234", 1L));
    final ModelSpec named =
        SpecFile.read("{model: m, task: sequence, labels: [O, I], features: {names: [a]}}");
    assertThat(NameDictionary.of(named, null, records, theta)).isEmpty();
  }

  @Test
  void featureOfTwoNames_hasTheMoreFrequentOne() {
    final ModelSpec few = SpecFile.read("{model: m, labels: [a, b], features: {hash-bits: 1}}");
    final List<NameCount> counted =
        List.of(new NameCount("x", 4L), new NameCount("y", 3L), new NameCount("z", 2L));
    final FeatureNames names = new FeatureNames(few, counted);
    assertThat(names.of(FeatureNames.index("x", few))).isEqualTo("x");
    assertThat(names.of(2)).isEqualTo("intercept");
    assertThat(new FeatureNames(few, List.of()).of(0)).isNull();
  }

  private void weigh(final String name, final double weight) {
    theta[2 * FeatureNames.index(name, SPEC) + 1] = weight;
  }
}
