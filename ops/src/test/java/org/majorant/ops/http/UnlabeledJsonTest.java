package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.json.ExampleJson;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.Choice;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.template.FeatureTemplates;

class UnlabeledJsonTest {
  private final ExampleJson json = new ExampleJson(FeatureTemplates.of(List.of()));
  private final UnlabeledJson unlabeled = new UnlabeledJson(List.of("a"));

  /** Each is as it stands, but for what was observed and what predictions do not need. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'features':{'a':1.0,'b=c':0.5},'logPrior':[0.0,-1.5]|,'label':'x','weight':2,'id':7}",
        "{'vector':{'indices':[3,7],'values':[1.0,0.5]}|,'label':['x','y']}",
        "{'tokens':[{'features':{'a':1.0}},{'vector':{'indices':[3],'values':[0.5]}}],"
            + "'logPrior':[null,[0.0,null]]|,'labels':['x',null]}",
        "{'alternatives':[{'a':1.0},{}],'logPrior':[0.0,null]|,'chosen':1}",
        "{'cardinalities':[2,2],'factors':[{'variables':[0,1],'configurations':[{'a':1.0},{},{},{}],"
            + "'logPrior':[0.0,null,0.0,1.0]}]|,'states':[1,null]}",
        "{'left':1,'right':2,'edges':[{'nodes':[0,1],'features':{'a':1.0}}],"
            + "'unmatched':[{'left':0,'features':{}},{'right':1,'features':{'b':2.0}}]|,'matches':[]}",
        "{'nodes':2,'edges':[{'nodes':[0,1],'vector':{'indices':[3],'values':[0.5]}}],"
            + "'unmatched':[{'node':1,'features':{}}]|,'matches':[[0,1]]}",
      })
  void example_isSaidWithoutItsLabels(final String text) throws RejectedExample {
    final String quoted = text.replace('\'', '"');
    final String given = quoted.replaceAll("\\|.*", "}");
    final String said =
        Json.line(unlabeled.of(json.read(quoted.replace("|", "")).getStructure()).orElseThrow());
    assertThat(said).isEqualTo(given);
  }

  @Test
  void numbers_areNamesWhereTheSpecSaysThem() {
    final var vector = new SparseVector(List.of(0, 0), List.of());
    assertThat(Json.line(unlabeled.of(new Point(vector, "x", null, null)).orElseThrow()))
        .isEqualTo("{\"features\":{\"a\":2.0}}");
    final var unnamed = new SparseVector(List.of(1), List.of());
    final var named = new NamedFeatures(List.of("a"), List.of());
    assertThat(unlabeled.of(new Choice(List.of(named, vector), 0, null))).isPresent();
    assertThat(unlabeled.of(new Choice(List.of(named, unnamed), 0, null))).isEmpty();
  }
}
