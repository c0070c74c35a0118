package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.file.Lines.fault;
import static org.majorant.file.Lines.named;
import static org.majorant.file.Lines.points;
import static org.majorant.file.Lines.sparse;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.Choice;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;

final class JsonReaderTest {
  @Test
  void features_ofEveryKind_becomeValuesAndNames() throws IOException {
    assertThat(
            points(
                Format.JSONL,
                "{\"features\": {\"age\": 39, \"work\": \"Private\", \"flag\": true,"
                    + " \"off\": false, \"none\": null, \"zero\": 0.0, \"x\": -1.5e2},"
                    + " \"label\": \" yes \"}",
                "{\"label\": null, \"features\": {}}",
                "{\"features\": {\"a\": 1, \"b\": \"1\"}}"))
        .containsExactly(
            named("yes", List.of("age", "work=Private", "flag", "x"), 39f, 1f, 1f, -150f),
            named(null, List.of()),
            named(null, List.of("a", "b=1")));
  }

  @Test
  void vector_withOrWithoutValues_keepsIndices() throws IOException {
    assertThat(
            points(
                Format.JSONL,
                "{\"vector\": {\"values\": [1, 0.5], \"indices\": [7, 3]}, \"label\": 1}",
                "{\"vector\": {\"indices\": [3]}, \"label\": 1.50}",
                "{\"vector\": {\"indices\": [], \"values\": []}, \"label\": true}"))
        .containsExactly(
            sparse("1", List.of(7, 3), 1f, 0.5f),
            sparse("1.50", List.of(3)),
            sparse("true", List.of()));
  }

  @Test
  void label_list_isASetOfThem() throws IOException {
    assertThat(
            points(
                Format.JSONL,
                "{\"features\": {}, \"label\": [\"a\", \" b \", 3]}",
                "{\"features\": {}, \"label\": []}"))
        .extracting(Point::getLabel)
        .containsExactly(List.of("a", "b", "3"), List.of());
  }

  @Test
  void otherKeys_given_areTheRecordsFields() throws IOException {
    assertThat(
            Lines.all(
                Format.JSONL,
                "{\"id\": 17, \"model\": \"adult\", \"weight\": 2.5, \"features\": {\"a\": 1}}"))
        .containsExactly(new LabeledExample("17", "adult", 2.5, named(null, List.of("a"))));
  }

  @Test
  void choice_givenByAlternatives_isOne() throws IOException {
    final Object cheap = new NamedFeatures(List.of("price"), List.of(1.5f));
    final Object fast = new NamedFeatures(List.of("fast", "by=train"), List.of());
    final String alternatives =
        "{\"alternatives\": [{\"price\": 1.5}, {\"fast\": true, \"by\": \"train\"}]";
    assertThat(
            Lines.all(
                Format.JSONL,
                alternatives + ", \"chosen\": 1, \"id\": 7}",
                alternatives + ", \"chosen\": null, \"logPrior\": [-0.5, null]}",
                "{\"logPrior\": null, \"alternatives\": []}"))
        .containsExactly(
            new LabeledExample("7", null, 1.0, new Choice(List.of(cheap, fast), 1, null)),
            new LabeledExample(
                null,
                null,
                1.0,
                new Choice(List.of(cheap, fast), null, List.of(-0.5, Double.NEGATIVE_INFINITY))),
            new LabeledExample(null, null, 1.0, new Choice(List.of(), null, null)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'features': {'a': NaN}}            | not JSON near column 23
          {'features': {'a': 1}               | not JSON near column 22
          [1]                                 | not an object
          {'features': {}} {}                 | more after the object
          {'features': {}, 'klass': 1}        | unknown key 'klass'
          {'label': 1}                        | no features
          {'features': {}, 'vector': {}}      | features twice
          {'features': null}                  | features: not an object
          {'features': {'a': [1]}}            | feature 'a': not a single value
          {'features': {}, 'label': {}}       | label: not a single value
          {'features': {}, 'label': [[1]]}    | label: not a single value
          {'features': {}, 'label': [1, null]} | label: one of several is missing
          {'features': {}, 'label': ['?']}    | label: one of several is missing
          {'features': {}, 'weight': '2'}     | weight: '2'
          {'vector': {'indices': 3}}          | indices: not an array
          {'vector': {'indices': [1.5]}}      | feature index '1.5'
          {'vector': {'indices': [true]}}     | indices: 'true'
          {'vector': {'indices': [1], 'values': []}} | 1 indices and 0 values
          {'vector': {'index': [1]}}          | unknown key 'index'
          {'alternatives': {}}                | alternatives: not an array
          {'alternatives': [1]}               | alternatives: not an object
          {'alternatives': [], 'chosen': -1}  | chosen: '-1'
          {'alternatives': [], 'chosen': 0.5} | chosen: '0.5'
          {'alternatives': [], 'chosen': 9999999999} | chosen: '9999999999'
          {'alternatives': [], 'logPrior': 1} | logPrior: not an array
          {'alternatives': [], 'logPrior': ['a']} | logPrior: 'a'
          {'alternatives': [], 'label': 1}    | a label or features beside alternatives
          {'features': {}, 'chosen': 1}       | chosen without alternatives
          {'features': {}, 'logPrior': 1}     | logPrior: not an array
          {'features': {}, 'logPrior': [NaN]} | not JSON near column 34
          {'tokens': ['a'], 'logPrior': [0]}  | logPrior: a number for a token
          {'cardinalities': 2}                | cardinalities: not an array
          {'cardinalities': [null]}           | cardinalities: null
          {'cardinalities': [2.5]}            | cardinalities: '2.5'
          {'cardinalities': [2]}              | only some of cardinalities, factors, states
          {'features': {}, 'states': [1]}     | only some of cardinalities, factors, states
          {'factors': {}}                     | factors: not an array
          {'factors': [1]}                    | factors: not an object
          {'factors': [{'scope': [0]}]}       | factors: unknown key 'scope'
          {'factors': [{'variables': [0]}]}   | factors: no variables or no configurations
          {'factors': [{'variables': [-1]}]}  | variables: '-1'
          {'factors': [{'configurations': [1]}]} | configurations: not an object
          {'cardinalities': [], 'factors': [], 'states': ['a']} | states: 'a'
          {'cardinalities': [], 'factors': [], 'label': 1} | a label or features beside factors
          {'cardinalities': [], 'factors': [], 'alternatives': []} | alternatives, chosen or logPrior beside factors
          """)
  void line_malformed_saysWhereAndWhatAndGoesOn(final String line, final String told)
      throws IOException {
    final ExampleReader reader =
        Lines.open(Format.JSONL, "", line.replace('\'', '"'), "{\"features\": {}}");
    assertThat(fault(reader)).startsWith("2: " + told + "; expected ");
    assertThat(Lines.all(reader)).hasSize(1);
  }
}
