package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.Columns;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Sequence;

class ConllReaderTest {
  @Test
  void sentences_endAtBlankLines_andTheLastColumnIsTheLabel() throws IOException {
    final List<LabeledExample> sentences =
        Lines.all(Format.CONLL, "", "La DA B-LOC", "Coruña NC I-LOC", "  ", "", "# Z O");
    assertThat(sentences).hasSize(2);
    assertThat(labels(sentences.get(0))).containsExactly("B-LOC", "I-LOC");
    assertThat(labels(sentences.get(1))).containsExactly("O");
    assertThat(names(sentences.get(1))).contains("word=#");
  }

  @Test
  void documents_areNoTokens() throws IOException {
    final List<LabeledExample> sentences =
        Lines.all(Format.CONLL, "-DOCSTART- O", "", "a X", "-DOCSTART- -X- O", "b Y");
    assertThat(sentences)
        .extracting(ConllReaderTest::labels)
        .containsExactly(List.of("X"), List.of("Y"));
  }

  @Test
  void features_areOfTheWordAlone_whereNoTemplateNamesAColumn() throws IOException {
    final String[] lines = {"La DA B-LOC", "Coruña NC I-LOC"};
    assertThat(names(Lines.all(Format.CONLL, lines).get(0)))
        .contains("word=La", "word+1=coruña")
        .noneMatch(name -> name.contains("DA") || name.contains("LOC"));
  }

  @Test
  void columns_areByTabWhereThereIsOne_elseByWhitespace() throws IOException {
    final List<LabeledExample> sentences = Lines.all(Format.CONLL, "New York\tB-LOC", "", "a  \t");
    assertThat(names(sentences.get(0))).contains("word=New York");
    assertThat(labels(sentences.get(0))).containsExactly("B-LOC");
    assertThat(labels(sentences.get(1))).containsExactly((String) null);
  }

  @Test
  void label_ofATokenAlone_isNotObserved() throws IOException {
    assertThat(labels(Lines.all(Format.CONLL, "La", "Coruña ?").get(0)))
        .containsExactly(null, null);
  }

  /** The wide blank of East Asia is a token of some treebanks. */
  @Test
  void token_ofAWideBlank_keepsItsLabel() throws IOException {
    final List<LabeledExample> sentences = Lines.all(Format.CONLL, "a X", "\u3000 O", "b Y", " ");
    assertThat(sentences).hasSize(1);
    assertThat(labels(sentences.get(0))).containsExactly("X", "O", "Y");
  }

  @Test
  void faultyLine_costsItsSentenceOnly() throws IOException {
    try (ExampleReader reader =
        ExampleReader.of(
            Format.CONLL, "file", Lines.stream("a X", "b", "c X", "", "d Y"), label("1"))) {
      assertThatThrownBy(reader::read)
          .isInstanceOf(MalformedLine.class)
          .hasMessage("file:2: 1 columns; expected a label in column 1");
      assertThat(labels(reader.read())).containsExactly("Y");
      assertThat(reader.read()).isNull();
    }
  }

  @Test
  void labelColumn_thatIsNoNumber_isRefused() {
    assertThatThrownBy(
            () -> ExampleReader.of(Format.CONLL, "file", Lines.stream("a X"), label("label")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the label column of conll is a number from 0, not 'label'");
  }

  @Test
  void sentence_withoutEnd_isNotHeldInMemory() throws IOException {
    final String[] lines = new String[10_002];
    Arrays.fill(lines, "a O");
    lines[10_001] = "";
    assertThatThrownBy(() -> Lines.all(Format.CONLL, lines))
        .hasMessageContaining("file:10001: a sentence that goes on");
  }

  private static List<String> labels(final LabeledExample example) {
    return ((Sequence) example.getStructure()).getLabels();
  }

  private static List<String> names(final LabeledExample example) {
    return ((NamedFeatures) ((Sequence) example.getStructure()).getTokens().get(0)).getNames();
  }

  private static Layout label(final String column) {
    final List<String> none = List.of();
    return Layout.USUAL.with(
        Columns.newBuilder()
            .setLabel(column)
            .setIgnore(none)
            .setCategory(none)
            .setText(none)
            .setDate(none)
            .setMissing(none)
            .setMonth(none)
            .setIndicateMissing(none)
            .build());
  }
}
