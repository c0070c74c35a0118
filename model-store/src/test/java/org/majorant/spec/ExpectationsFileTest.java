package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.spec.ExpectationsFile.Targets;

class ExpectationsFileTest {
  @Test
  void read_file_isTakenAsItStands() {
    final Targets moments =
        ExpectationsFile.read(
            """
            outcomes:
              a: {x: 1, y: 2.5}
              b:
              c: {x: -3e1, other: 7}
            prior: {b: 0, c: 0.5}
            moments:
              x: {equals: 0.25}
              y: {at-least: -1}
            """);
    assertThat(moments.outcomes()).containsExactly("a", "b", "c");
    assertThat(moments.prior()).containsExactly(1, 0, 0.5);
    assertThat(moments.moments()).hasSize(2);
    final Targets.Moment x = moments.moments().get(0);
    assertThat(x.feature()).isEqualTo("x");
    assertThat(x.values()).containsExactly(1, 0, -30);
    assertThat(x.equality()).isTrue();
    assertThat(x.target()).isEqualTo(0.25);
    assertThat(moments.moments().get(1).values()).containsExactly(2.5, 0, 0);
    assertThat(moments.moments().get(1).equality()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "moments: {x: {equals: 1}}                            | outcomes: at least one outcome is needed",
        "outcomes: {a: {x: 1}}                                | moments: at least one moment is needed",
        "outcomes: {a: 1}, moments: {x: {equals: 1}}          | outcomes.a: must be a map",
        "outcomes: {a: {x: 1}}, moments: {y: {equals: 1}}     | moments.y: no outcome has this feature",
        "outcomes: {a: {x: .nan}}, moments: {x: {equals: 1}}  | outcomes.a.x: .nan is not a finite number",
        "outcomes: {a: {x: 1}}, moments: {x: {equals: .inf}}  | moments.x.equals: .inf is not a finite number",
        "outcomes: {a: {x: 1}}, moments: {x: {}}              | moments.x: give one of equals, at-least",
        "outcomes: {a: {x: 1}}, moments: {x: {equals: 1, at-least: 1}} | moments.x: give one of equals, at-least",
        "outcomes: {a: {x: 1}}, moments: {x: {at-most: 1}}    | moments.x.at-most: unknown field; known here: equals, at-least",
        "outcomes: {a: {x: 1}}, moments: {x: {equals: 1}}, prior: {b: 1}  | prior.b: is not an outcome",
        "outcomes: {a: {x: 1}}, moments: {x: {equals: 1}}, prior: {a: -1} | prior.a: -1 is not a finite number of at least 0",
        "outcomes: {a: {x: 1}}, moments: {x: {equals: 1}}, prior: {a: 0}  | prior: is 0 for every outcome: none is possible",
        "outcomes: {a: {x: 1}}, targets: {x: 1}               | targets: unknown field; known here: outcomes, prior, moments",
        "outcomes: [                                          | line 1: not this YAML",
      })
  void read_fault_isNamedInOneLine(final String fields, final String line) {
    final SpecException e =
        catchThrowableOfType(SpecException.class, () -> ExpectationsFile.read("{" + fields + "}"));
    assertThat(e.faults()).anySatisfy(fault -> assertThat(fault).startsWith(line));
  }
}
