package org.majorant.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Sequence;
import org.majorant.schema.Served;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.template.FeatureTemplates;

/** Sequences, and what goes for all examples; points are tried by ops' reader of files. */
class ExampleJsonTest {
  private final ExampleJson json =
      new ExampleJson(FeatureTemplates.of(List.of("word", "window:1")));

  @Test
  void words_haveTheFeaturesOfTheTemplates() throws Exception {
    assertThat(read("{'tokens': ['In', 'Oslo'], 'labels': ['O', 'B-LOC']}"))
        .isEqualTo(
            new LabeledExample(
                null,
                null,
                1.0,
                new Sequence(
                    FeatureTemplates.of(List.of("word", "window:1"))
                        .apply(List.of(new String[] {"In"}, new String[] {"Oslo"})),
                    List.of("O", "B-LOC"),
                    null)));
  }

  @Test
  void tokensWithFeatures_areTaken_andLabelsMayBeUnknown() throws Exception {
    assertThat(
            read(
                "{'labels': ['O', null, '?'], 'weight': 2, 'id': 7, 'model': 'm', 'tokens':"
                    + " [{'features': {'a': 2}}, {'vector': {'indices': [3]}}, {'features': {}}]}"))
        .isEqualTo(
            new LabeledExample(
                "7",
                "m",
                2.0,
                new Sequence(
                    List.of(
                        new NamedFeatures(List.of("a"), List.of(2f)),
                        new SparseVector(List.of(3), List.of()),
                        new NamedFeatures(List.of(), List.of())),
                    Arrays.asList("O", null, null),
                    null)));
    assertThat(((Sequence) read("{'tokens': ['a']}").getStructure()).getLabels()).isEmpty();
  }

  @Test
  void row_isReadByTheColumnsOfTheSpec() throws Exception {
    final ExampleJson rows =
        ExampleJson.of(
            SpecFile.read(
                "{model: m, labels: [a, b], columns: {label: y, weight: w, category: [zip]}}"));
    assertThat(
            rows.read(
                "{'id': 7, 'row': {'zip': 7.0, 'at': {'x': 2}, 'y': 'b', 'w': 3}, 'weight': 2}"
                    .replace('\'', '"')))
        .isEqualTo(
            new LabeledExample(
                "7",
                null,
                6.0,
                new Point(
                    new NamedFeatures(List.of("zip=7.0", "at.x"), List.of(1f, 2f)),
                    "b",
                    null,
                    null)));
    assertThat(((Point) read("{'row': {'x': 1}, 'label': 'a'}").getStructure()).getLabel())
        .isEqualTo("a");
    assertThatThrownBy(() -> read("{'row': {'label': 'b'}, 'label': 'a'}"))
        .hasMessageStartingWith("a label beside that of the row");
    assertThatThrownBy(() -> read("{'row': {}, 'features': {}}")).hasMessageContaining("features");
    assertThatThrownBy(() -> read("{'row': [1]}")).hasMessageStartingWith("row: not an object");
  }

  @Test
  void logPrior_ofAPoint_isTaken() throws Exception {
    assertThat(read("{'logPrior': [-0.5, 2], 'features': {}, 'label': 'b'}").getStructure())
        .isEqualTo(
            new Point(new NamedFeatures(List.of(), List.of()), "b", List.of(-0.5, 2.0), null));
    assertThat(read("{'features': {}, 'logPrior': null}").getStructure())
        .isEqualTo(new Point(new NamedFeatures(List.of(), List.of()), null, null, null));
  }

  @Test
  void served_ofAPoint_isTaken() throws Exception {
    final String text =
        "{'served': {'probabilities': [0.25, 0.75], 'version': 7}, 'row': {}, 'label': 'b'}";
    assertThat(read(text).getStructure())
        .isEqualTo(
            new Point(
                new NamedFeatures(List.of(), List.of()),
                "b",
                null,
                new Served(7L, List.of(0.25, 0.75))));
    assertThat(read("{'features': {}, 'served': null}").getStructure())
        .isEqualTo(new Point(new NamedFeatures(List.of(), List.of()), null, null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "[0.5, 0.5, 0]", "[]", "[-0.1, 1]", "[0, 1.1]", "[0, 1e999]"})
  void served_hasAProbabilityALabel(final String probabilities) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b]}");
    final String text =
        "{'features': {}, 'served': {'version': 7, 'probabilities': %s}}".formatted(probabilities);
    final ExampleMapper mapper = new ExampleMapper(spec, new FeatureSpace(spec));
    final RejectedExample e =
        catchThrowableOfType(RejectedExample.class, () -> mapper.labeled(read(text)));
    assertThat(e.reason()).isEqualTo(Rejection.VALUE);
    assertThat(e)
        .hasMessage(
            "served.probabilities must be 2 numbers from 0 to 1, one a label in the spec's order");
    assertThat(mapper.unlabeled(read(text)).isLabeled()).isFalse(); // it can be predicted
  }

  @Test
  void logPrior_ofAFactor_isTaken() throws Exception {
    final String graph =
        "{'cardinalities': [2], 'factors': [{'variables': [0], 'configurations': [{}, {}],"
            + " 'logPrior': [-0.5, null]}]}";
    assertThat(((Graph) read(graph).getStructure()).getFactors().get(0).getLogPrior())
        .containsExactly(-0.5, Double.NEGATIVE_INFINITY);
  }

  @Test
  void logPrior_ofTokens_isARowEach() throws Exception {
    final String text = "{'logPrior': [null, [0, null, -1.2]], 'tokens': ['In', 'Oslo']}";
    assertThat(((Sequence) read(text).getStructure()).getLogPrior())
        .containsExactly(null, List.of(0.0, Double.NEGATIVE_INFINITY, -1.2));
    final String none = "{'tokens': ['In', 'Oslo'], 'logPrior': %s}";
    assertThat(((Sequence) read(none.formatted("null")).getStructure()).getLogPrior()).isNull();
    assertThat(((Sequence) read(none.formatted("[null, null]")).getStructure()).getLogPrior())
        .containsExactly(null, null);
  }

  /** Only the spec says how many labels there are. */
  @ParameterizedTest
  @ValueSource(strings = {"[0]", "[0, 0, 0]", "[]", "[0, null]", "[0, 1e999]", "[-1e999, 0]"})
  void logPrior_ofAPoint_hasAFiniteNumberALabel(final String logPrior) throws Exception {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b]}");
    final ExampleMapper mapper =
        new ExampleMapper(
            spec,
            new FeatureSpace(spec),
            ValueFormat.JSON.decoder(spec, 1000, SchemaRegistry.NONE));
    mapper.decode("{\"features\": {}, \"logPrior\": %s}".formatted(logPrior).getBytes(UTF_8));
    final RejectedExample e = catchThrowableOfType(RejectedExample.class, mapper::map);
    assertThat(e.reason()).isEqualTo(Rejection.LOG_PRIOR);
    assertThat(e).hasMessage("logPrior must be 2 finite numbers, one a label in the spec's order");
  }

  @Test
  void feature_twice_addsUp() throws Exception {
    assertThat(read("{'features': {'a': 1, 'a': 2}}").getStructure())
        .isEqualTo(
            new Point(new NamedFeatures(List.of("a", "a"), List.of(1f, 2f)), null, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'tokens': 'In Oslo'}                          | tokens: not an array
          {'tokens': [1]}                                | tokens: not a token
          {'tokens': [{}]}                               | tokens: an empty object
          {'tokens': [{'word': 'a'}]}                    | unknown key 'word'
          {'tokens': [{'features': {}, 'label': 'O'}]}   | tokens: more than features
          {'tokens': ['a', {'features': {}}]}            | tokens: words and objects
          {'tokens': ['a'], 'features': {}}              | features and tokens
          {'tokens': ['a'], 'label': 'O'}                | label for labels
          {'features': {}, 'labels': ['O']}              | label for labels
          {'tokens': ['a'], 'labels': 'O'}               | labels: not an array
          {'tokens': ['a'], 'labels': [['O']]}           | labels: not a single value
          {'tokens': ['a'], 'logPrior': [0, null]}       | logPrior: a number for a token
          {'tokens': ['a'], 'logPrior': 0}               | logPrior: not an array
          {'tokens': ['a'], 'logPrior': [[[0]]]}         | logPrior: '['
          {'features': {}, 'logPrior': [[0, 0]]}         | logPrior: an array in it, where there are no tokens
          {'features': {}, 'served': 7}                  | served: not an object
          {'features': {}, 'served': {'version': 7}}     | served: no version or no probabilities
          {'features': {}, 'served': {'version': 0.5}}   | served: the version is no whole number
          {'features': {}, 'served': {'p': 1}}           | served: unknown key 'p'
          {'features': {}, 'served': {'probabilities': 1}}| probabilities: not an array
          {'tokens': ['a'], 'served': {'version': 7, 'probabilities': []}}| served without features
          {'tokens': ['a'                                | not JSON near column 16
          `                                            ` | not an object
          """)
  void malformed_isUndecodableAndSaysWhyInALine(final String text, final String told) {
    final RejectedExample e = catchThrowableOfType(RejectedExample.class, () -> read(text));
    assertThat(e.reason()).isEqualTo(Rejection.UNDECODABLE);
    assertThat(e).message().startsWith(told + "; expected ").hasLineCount(1);
  }

  private LabeledExample read(final String text) throws RejectedExample {
    return json.read(text.replace('\'', '"'));
  }
}
