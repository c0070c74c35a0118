package org.majorant.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.Edge;
import org.majorant.schema.Matching;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Pair;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SparseVector;
import org.majorant.template.FeatureTemplates;

class MatchingJsonTest {
  private final ExampleJson json = new ExampleJson(FeatureTemplates.of(List.of("word")));

  @Test
  void edges_inAnyOrderOfKeys_areTaken() throws Exception {
    assertThat(
            read(
                "{'matches': [[1, 0]], 'right': 1, 'unmatched': [{'features': {'s': 2}, 'left': 0},"
                    + " {'right': 0}], 'edges': [{'features': {'d': 0.5}, 'nodes': [0, 0]},"
                    + " {'nodes': [1, 0], 'vector': {'indices': [3]}}], 'left': 2}"))
        .isEqualTo(
            new Matching(
                2,
                1,
                List.of(
                    new Edge(0, 0, features("d", 0.5f)),
                    new Edge(1, 0, new SparseVector(List.of(3), List.of())),
                    new Edge(0, null, features("s", 2f)),
                    new Edge(null, 0, new NamedFeatures(List.of(), List.of()))),
                List.of(new Pair(1, 0))));
  }

  @Test
  void nodes_haveNoSides() throws Exception {
    assertThat(
            read(
                "{'nodes': 3, 'edges': [{'nodes': [2, 0], 'features': {'d': 0.5}}],"
                    + " 'unmatched': [{'node': 1, 'features': {'s': 2}}, {'node': 0}],"
                    + " 'matches': [[0, 2]]}"))
        .isEqualTo(
            new Matching(
                3,
                null,
                List.of(
                    new Edge(2, 0, features("d", 0.5f)),
                    new Edge(1, null, features("s", 2f)),
                    new Edge(0, null, new NamedFeatures(List.of(), List.of()))),
                List.of(new Pair(0, 2))));
  }

  @Test
  void pairs_areAllEdges_exceptForNulls() throws Exception {
    assertThat(read("{'pairs': [[{'d': 2}, null, {'d': 3}], [null, {'d': 4}, {}]]}"))
        .isEqualTo(
            new Matching(
                2,
                3,
                List.of(
                    new Edge(0, 0, features("d", 2f)),
                    new Edge(0, 2, features("d", 3f)),
                    new Edge(1, 1, features("d", 4f)),
                    new Edge(1, 2, new NamedFeatures(List.of(), List.of()))),
                null));
  }

  @Test
  void matches_maybeNullOrNone() throws Exception {
    final String unmatched = "{'pairs': [[{}]], 'unmatched': [{'left': 0}, {'right': 0}]%s}";
    assertThat(matching(unmatched, "").getMatches()).isNull();
    assertThat(matching(unmatched, ", 'matches': null").getMatches()).isNull();
    assertThat(matching(unmatched, ", 'matches': []").getMatches()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'left': 1, 'right': 1}                          | only some of left, right, edges
          {'matches': [[0, 0]]}                            | only some of left, right, edges
          {'left': null, 'right': 1, 'edges': []}          | only some of left, right, edges
          {'pairs': [[{}]], 'left': 1}                     | pairs beside left, right, edges or nodes
          {'pairs': [[{}]], 'nodes': 2}                    | pairs beside left, right, edges or nodes
          {'nodes': 6}                                     | nodes without edges
          {'nodes': 6, 'edges': [], 'left': 3}             | nodes beside left or right
          {'nodes': -6, 'edges': []}                       | nodes: '-6'
          {'nodes': 1, 'edges': [], 'unmatched': [{'left': 0}]}   | unmatched: not node
          {'pairs': [[{}]], 'unmatched': [{'node': 0}]}    | unmatched: node, and not left or right
          {'pairs': [[{}]], 'features': {}}                | the keys of a matching beside others
          {'pairs': [[{}]], 'label': 'a'}                  | the keys of a matching beside others
          {'pairs': [[{}]], 'states': [0]}                 | the keys of a matching beside others
          {'pairs': {}}                                    | pairs: not an array
          {'pairs': [{}]}                                  | pairs: not an array of arrays
          {'pairs': [[1]]}                                 | pairs: not an object
          {'pairs': [[{}, {}], [{}]]}                      | pairs: row 1 has 1, and row 0 has 2
          {'edges': 3}                                     | edges: not an array
          {'edges': [3]}                                   | edges: not an object
          {'edges': [{'nodes': [0], 'features': {}}]}      | edges: nodes: 1 nodes
          {'edges': [{'nodes': [0, null]}]}                | edges: nodes: null
          {'edges': [{'nodes': [0, -1]}]}                  | edges: nodes: '-1'
          {'edges': [{'nodes': [0, 1]}]}                   | edges: no nodes or no features
          {'edges': [{'features': {}}]}                    | edges: no nodes or no features
          {'edges': [{'left': 0}]}                         | edges: unknown key 'left'
          {'unmatched': {}}                                | unmatched: not an array
          {'unmatched': [3]}                               | unmatched: not an object
          {'unmatched': [{}]}                              | unmatched: not one of left, right and node
          {'unmatched': [{'left': 0, 'right': 0}]}         | unmatched: not one of left, right and node
          {'unmatched': [{'left': 0, 'node': 0}]}          | unmatched: not one of left, right and node
          {'unmatched': [{'alone': 0}]}                    | unmatched: unknown key 'alone'
          {'matches': 3}                                   | matches: not an array
          {'matches': [3]}                                 | matches: not an array
          {'matches': [[0, 1, 2]]}                         | matches: 3 nodes
          """)
  void malformed_isUndecodableAndSaysWhyInALine(final String text, final String told) {
    final RejectedExample e = catchThrowableOfType(RejectedExample.class, () -> read(text));
    assertThat(e.reason()).isEqualTo(Rejection.UNDECODABLE);
    assertThat(e).message().startsWith(told + "; expected ").hasLineCount(1);
  }

  private Matching matching(final String text, final String matches) throws RejectedExample {
    return (Matching) read(text.formatted(matches));
  }

  private Object read(final String text) throws RejectedExample {
    return json.read(text.replace('\'', '"')).getStructure();
  }

  private static NamedFeatures features(final String name, final float value) {
    return new NamedFeatures(List.of(name), List.of(value));
  }
}
