package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Transition;

class TransitionSpecTest {
  private static final String LEAST = "model: m\ntask: sequence\nlabels: [O, B-X, I-X]\n";

  @Test
  void read_pairsAndLists_areTheSamePairsInTheOrderOfTheLabels() {
    final ModelSpec pairs = spec("[[O, I-X], [START, I-X], [I-X, B-X]]");
    assertThat(pairs.getForbidden())
        .containsExactly(
            new Transition("I-X", "B-X"), new Transition(null, "I-X"), new Transition("O", "I-X"));
    assertThat(spec("[[[START, O], I-X], [I-X, [B-X]]]")).isEqualTo(pairs);
    assertThat(SpecFile.read(LEAST).getForbidden()).isEmpty();
  }

  @Test
  void write_transitions_areReadAsTheSame() {
    final ModelSpec spec = spec("[[O, [I-X, B-X]], [START, I-X]]");
    assertThat(SpecFile.write(spec)).contains("START");
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
    final ModelSpec none = SpecFile.read(LEAST);
    assertThat(SpecFile.read(SpecFile.write(none))).isEqualTo(none);
  }

  /** What cannot be is part of the model: a state that was learned without it has another log Z. */
  @Test
  void fingerprint_isAnotherWithThem_andIsTheOldOneWithout() {
    final ModelSpec free = SpecFile.read(LEAST);
    final ModelSpec forbidden = spec("[[O, I-X]]");
    assertThat(Fingerprint.of(forbidden)).isNotEqualTo(Fingerprint.of(free));
    assertThat(Fingerprint.former(forbidden)).isNotEqualTo(Fingerprint.former(free));
    assertThat(Fingerprint.of(spec("[[START, I-X], [O, I-X]]")))
        .isEqualTo(Fingerprint.of(spec("[[[O, START], I-X]]")));
    assertThat(Fingerprint.contradiction(free, forbidden))
        .hasValue(
            "transitions.forbidden is [[\"O\",\"I-X\"]] in the spec, but the stored model has []");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[[O, I-LOC]]                   | transitions.forbidden[0][1]: 'I-LOC' is not one of O, B-X, I-X",
        "[[O, START]]                   | transitions.forbidden[0][1]: 'START' is not one of O, B-X, I-X",
        "[[END, O]]                     | transitions.forbidden[0][0]: 'END' is not one of START, O, B-X, I-X",
        "[[O, I-X], [B-X, O], [O, I-X]] | transitions.forbidden[2]: 'I-X' after 'O' is forbidden twice",
        "[[[O, B-X], I-X], [O, [I-X]]]  | transitions.forbidden[1]: 'I-X' after 'O' is forbidden twice",
        "[[O, O, I-X]]                  | transitions.forbidden[0]: must be [before, after], each a label or a",
        "[O, I-X]                       | transitions.forbidden[0]: must be [before, after], each a label or a",
        "[[O, []]]                      | transitions.forbidden[0][1]: at least one label is needed",
        "[[O, [O, B-X, I-X]]]           | transitions.forbidden: no label is left that may come after 'O'",
        "[[START, [O, B-X, I-X]]]       | transitions.forbidden: no label is left that may begin a sequence",
        "none                           | transitions.forbidden: must be a list",
      })
  void read_whatMakesNoSense_isOneLine(final String forbidden, final String line) {
    final SpecException e = catchThrowableOfType(SpecException.class, () -> spec(forbidden));
    assertThat(e.faults()).first().asString().startsWith(line);
  }

  @Test
  void read_aLabelNamedStart_isRefusedWhereItWouldMeanTwoThings() {
    final String yaml = "model: m\ntask: sequence\nlabels: [O, START]\n";
    assertThat(SpecFile.read(yaml).getLabels()).contains("START");
    assertThat(
            catchThrowableOfType(
                    SpecException.class,
                    () -> SpecFile.read(yaml + "transitions: {forbidden: [[O, O]]}"))
                .faults())
        .containsExactly(
            "transitions.forbidden: START is the beginning of a sequence here: give the label START another"
                + " name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"labels: [a, b]", "task: choice", "task: graph", "task: matching"})
  void read_ofOtherTasks_isOneLine(final String fields) {
    final SpecException e =
        catchThrowableOfType(
            SpecException.class,
            () -> SpecFile.read("{model: m, " + fields + ", transitions: {forbidden: [[a, b]]}}"));
    assertThat(e.faults()).isEqualTo(List.of("transitions: is for 'task: sequence' only"));
  }

  private static ModelSpec spec(final String forbidden) {
    return SpecFile.read(LEAST + "transitions: {forbidden: " + forbidden + "}");
  }
}
