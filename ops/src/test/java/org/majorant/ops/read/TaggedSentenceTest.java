package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.model.Model;
import org.majorant.model.SequencePredictor;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class TaggedSentenceTest {
  @Test
  void sentence_isLabeledByTheTemplatesOfTheSpec() {
    assertThat(TaggedSentence.of("  went to\tOslo ", predictor("word")))
        .isEqualTo(new TaggedSentence(List.of("went", "to", "Oslo"), List.of("O", "O", "B-LOC")));
  }

  @Test
  void template_ofAColumnThatASentenceLacks_isAnErrorOfOneLine() {
    assertThatThrownBy(() -> TaggedSentence.of("Oslo", predictor("column:1")))
        .isInstanceOf(CommandFailed.class)
        .hasMessage("cannot label the sentence: no column 1, only 1 columns");
  }

  @Test
  void lines_areNotWiderThanAsked_andKeepEveryWord() {
    final TaggedSentence sentence =
        new TaggedSentence(
            List.of("in", "Llanfairpwllgwyngyll", "or", "Oslo"), List.of("O", "B-LOC", "O", "O"));
    assertThat(sentence.lines("  ", 14))
        .containsExactly("  in", "  Llanfairpwllgwyngyll/B-LOC", "  or Oslo");
    assertThat(sentence.lines("", 80)).containsExactly("in Llanfairpwllgwyngyll/B-LOC or Oslo");
  }

  /** A model that knows that Oslo is a place, and nothing else. */
  private static SequencePredictor predictor(final String template) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: places, task: sequence, labels: [O, B-LOC],"
                + " features: {hash-bits: 16, templates: ['%s']}}".formatted(template));
    final Dimensions dimensions = Dimensions.of(spec);
    final double[] weights = new double[dimensions.parameters()];
    final int oslo = new FeatureSpace(spec).indexOf("word=Oslo");
    weights[2 * oslo + 1] = 3;
    return new SequencePredictor(
        new Model(spec, 1, weights, new float[weights.length], new float[dimensions.features()]));
  }
}
