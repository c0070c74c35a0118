package org.majorant.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.NamedFeatures;

class FeatureTemplatesTest {
  private static final List<String[]> SENTENCE =
      List.of(new String[] {"En", "SP"}, new String[] {"Öland", "NP"}, new String[] {"#", "Fz"});

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "word        | word=Öland",
        "lower       | lower=öland",
        "shape       | shape=Xx",
        "prefix:1-2  | prefix=ö,prefix=öl",
        "suffix:3    | suffix=and",
        "suffix:4-9  | suffix=land,suffix=öland",
        "window:2    | word-2,word-1=en,word+1=#,word+2",
        "column:1    | column1=NP"
      })
  void apply_template_namesWhatItSays(final String template, final String names) {
    final List<Object> tokens = FeatureTemplates.of(List.of(template)).apply(SENTENCE);
    assertThat(tokens).hasSize(3);
    assertThat(((NamedFeatures) tokens.get(1)).getNames()).containsExactly(names.split(","));
  }

  @ParameterizedTest
  @CsvSource({
    "McDonalds, XxXx",
    "O-x7, X-xd",
    "'1,000', 'd,d'",
    "USA, X",
    "ǅ, X",
    "𝔸b, Xx",
    "--, -"
  })
  void shape_word_isItsRuns(final String word, final String shape) {
    assertThat(WordShape.of(word)).isEqualTo(shape);
  }

  @Test
  void apply_charactersBeyondTheBasicPlane_areNotCut() {
    final List<Object> tokens =
        FeatureTemplates.of(List.of("prefix:1", "suffix:1"))
            .apply(List.<String[]>of(new String[] {"🜁🜂"}));
    assertThat(((NamedFeatures) tokens.get(0)).getNames())
        .containsExactly("prefix=🜁", "suffix=🜂");
  }

  @Test
  void apply_missingColumn_saysWhich() {
    assertThatThrownBy(() -> FeatureTemplates.of(List.of("column:2")).apply(SENTENCE))
        .hasMessage("no column 2, only 2 columns");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "words",
        "word:1",
        "prefix",
        "prefix:0-2",
        "prefix:3-2",
        "window:1-2",
        "column:0"
      })
  void of_noTemplate_saysWhatIsAllowed(final String text) {
    assertThatThrownBy(() -> FeatureTemplates.of(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is not one of word, lower, shape, prefix:A-B");
  }
}
