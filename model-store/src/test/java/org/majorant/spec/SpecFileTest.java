package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.Bucket;
import org.majorant.schema.Columns;
import org.majorant.schema.Condition;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.FeatureInterval;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.Inference;
import org.majorant.schema.Interval;
import org.majorant.schema.KeptLabel;
import org.majorant.schema.LateLabels;
import org.majorant.schema.LinearConstraint;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Polynomial;
import org.majorant.schema.PriorScale;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;
import org.majorant.schema.Task;
import org.majorant.schema.Term;
import org.majorant.schema.Transform;
import org.majorant.schema.Transition;
import org.majorant.schema.View;
import org.majorant.schema.WeightConstraints;
import org.majorant.template.FeatureTemplates;

class SpecFileTest {
  private static final String LEAST = "model: adult\nlabels: [no, yes]\n";

  @Test
  void read_onlyWhatIsNeeded_givesTheDefaults() {
    assertThat(SpecFile.read(LEAST))
        .isEqualTo(
            new ModelSpec(
                "adult",
                Task.MULTICLASS,
                List.of("no", "yes"),
                "examples",
                new FeatureSpec(
                    new Hashed(18),
                    true,
                    List.of(),
                    List.of(),
                    0,
                    null,
                    List.of(),
                    List.of(),
                    List.of()),
                0.3,
                Curvature.DIAGONAL,
                0,
                null,
                256,
                1000L,
                10,
                0.0,
                null,
                false,
                1,
                0,
                1e9,
                0,
                Inference.AUTO,
                List.of(),
                Members.AUTO,
                PriorScale.FEATURE,
                null,
                List.of(),
                null,
                null,
                List.of(),
                null,
                0,
                0.0,
                OnDrift.ALERT,
                List.of()));
  }

  /** What is made to take its reader's stack, time or memory. */
  @Test
  void read_hostileYaml_isRefusedInALine() {
    final String laughs = "a: &a [x, x]\nb: &b [*a, *a]\nmodel: [*b, *b]\n";
    final List<String> hostile =
        List.of(
            "[".repeat(100_000),
            "{a: ".repeat(100_000),
            "- ".repeat(100_000),
            "? ".repeat(10_000),
            "prior: {l2: " + "9".repeat(60_000) + "x}",
            "batch: " + "9".repeat(100_000),
            "model: " + "m".repeat(100_000),
            "m".repeat(100_000) + ": 1",
            "model: !!javax.script.ScriptEngineManager [x]",
            "*a : 1",
            "model: \u0000",
            "\"",
            laughs);
    for (final String yaml : hostile) {
      assertThat(catchThrowableOfType(SpecException.class, () -> SpecFile.read(yaml)).getMessage())
          .as(yaml.substring(0, Math.min(40, yaml.length())))
          .hasSizeLessThan(70_000);
    }
    assertThatThrownBy(() -> SpecFile.read(hostile.get(0)))
        .hasMessage("not this YAML: Document nesting depth (33) exceeds the maximum allowed (32)");
  }

  @Test
  void read_everyField_isTaken() {
    final String yaml =
        """
        model: a.b-c_9
        task: multiclass
        labels: [a, b, c]
        latent: 3
        max-weight: 2.5
        input: My.Topic
        features: {dimension: 124, intercept: true, transform: [log1p, unit]}
        prior: {l2: 1e-3, l1: 0.5}
        constraints:
          box: [-1, .inf]
          features: {7: [0, 2e0], intercept: [-.inf, 0]}
          linear:
          - {weights: {7: 1, 8: -0.5}, class: b, at-most: 3}
          - {weights: {0: 1}, class: c, equals: -1}
        curvature: {memory: full, rank: 8, absorb: true-diagonal}
        forgetting: {directional: 10}
        batch: 1
        publish: {interval: 500ms, keep-versions: 2}
        """;
    assertThat(SpecFile.read(yaml))
        .isEqualTo(
            new ModelSpec(
                "a.b-c_9",
                Task.MULTICLASS,
                List.of("a", "b", "c"),
                "My.Topic",
                new FeatureSpec(
                    new Indexed(124),
                    true,
                    List.of(Transform.LOG1P, Transform.UNIT),
                    List.of(),
                    0,
                    null,
                    List.of(),
                    List.of(),
                    List.of()),
                0.001,
                Curvature.FULL,
                0,
                new Directional(10.0),
                1,
                500L,
                2,
                0.5,
                new WeightConstraints(
                    new Interval(-1.0, null),
                    List.of(
                        new FeatureInterval("7", new Interval(0.0, 2.0)),
                        new FeatureInterval("intercept", new Interval(null, 0.0))),
                    List.of(
                        new LinearConstraint(
                            List.of(new Term("7", 1.0), new Term("8", -0.5)), "b", false, 3.0),
                        new LinearConstraint(List.of(new Term("0", 1.0)), "c", true, -1.0))),
                false,
                3,
                0,
                2.5,
                0,
                Inference.AUTO,
                List.of(),
                Members.AUTO,
                PriorScale.FEATURE,
                null,
                List.of(),
                null,
                null,
                List.of(),
                null,
                0,
                0.0,
                OnDrift.ALERT,
                List.of()));
  }

  /** Rows of length one have one unit, and only diagonal memory reads them by it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "diagonal | {transform: [log1p, unit]} | COMMON",
        "diagonal | {transform: [unit, log1p]} | FEATURE",
        "diagonal | {transform: unit, intercept: false} | FEATURE",
        "diagonal | {dimension: 3, transform: unit, quadratic: true} | FEATURE",
        "diagonal | {dimension: 3, transform: unit, standardize: 9} | FEATURE",
        "low-rank | {transform: unit} | FEATURE",
        "full | {dimension: 3, transform: unit} | FEATURE",
      })
  void read_priorScaleWhereNoneIsGiven_isCommonOfUnitRowsInDiagonalMemory(
      final String memory, final String features, final PriorScale scale) {
    final String fields =
        LEAST + "features: " + features + "\ncurvature: {memory: " + memory + "}\n";
    assertThat(SpecFile.read(fields).getPriorScale()).isEqualTo(scale);
    assertThat(SpecFile.read(fields + "prior: {scale: feature}\n").getPriorScale())
        .isEqualTo(PriorScale.FEATURE);
    if (scale == PriorScale.FEATURE) {
      assertThat(faults(fields + "prior: {scale: common}\n"))
          .singleElement()
          .asString()
          .startsWith("prior.scale: common ");
    }
  }

  @Test
  void read_sequence_hasDefaultsOfItsOwn() {
    final ModelSpec expected = SpecFile.read(LEAST);
    expected.setModel("ner");
    expected.setTask(Task.SEQUENCE);
    expected.setLabels(List.of("O", "B-LOC"));
    expected.getFeatures().setTemplates(FeatureTemplates.DEFAULT);
    expected.setL2(2);
    expected.setCurvature(Curvature.DIAGONAL);
    expected.setRank(0);
    assertThat(SpecFile.read("model: ner\ntask: sequence\nlabels: [O, B-LOC]\n"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "features: {templates: [prefix:4-1]} | features.templates: 'prefix:4-1' is not one of word,",
        "latent: 2                           | latent: is for 'task: multiclass' only",
        "prior: {l1: 1}                      | prior.l1: is not for 'task: sequence'",
        "constraints: nonnegative            | constraints: is not for 'task: sequence'",
        "prior: {scale: feature}             | prior.scale: is for 'task: multiclass' only",
        "curvature: {memory: full}           | curvature.memory: is for 'task: multiclass' and 'task: matching' only: other tasks have diagonal",
      })
  void read_sequenceWithAFault_saysWhichInOneLine(final String line, final String fault) {
    assertThatThrownBy(() -> SpecFile.read(LEAST + "task: sequence\n" + line + "\n"))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith(fault)
        .hasMessageNotContaining("\n");
  }

  @Test
  void read_labels_areTheTextAsWritten() {
    assertThat(SpecFile.read("model: m\nlabels: [-1, +1, 1.0, 1e3, 0x1F, 007, true, \"1\"]\n"))
        .extracting(ModelSpec::getLabels)
        .isEqualTo(List.of("-1", "+1", "1.0", "1e3", "0x1F", "007", "true", "1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // vectors x features² against 4 million: 2000² is full, 2001² is not
        "[a, b]    | {dimension: 1999}                     | FULL",
        "[a, b]    | {dimension: 2000}                     | DIAGONAL",
        "[a, b]    | {dimension: 2000, intercept: false}   | FULL",
        "[a, b, c] | {dimension: 1153}                     | FULL",
        "[a, b, c] | {dimension: 1154}                     | DIAGONAL",
        "[a, b]    | {hash-bits: 26}                       | DIAGONAL",
        "[a, b]    | {names: [age, work]}                  | FULL",
      })
  void read_memoryAuto_isFullWhereAffordable_elseDiagonal(
      final String labels, final String features, final Curvature expected) {
    final ModelSpec spec =
        SpecFile.read("model: m\nlabels: " + labels + "\nfeatures: " + features + "\n");
    assertThat(spec.getCurvature()).isEqualTo(expected);
    assertThat(spec.getRank()).isZero();
  }

  @Test
  void read_forgetting_hasSevenForms() {
    assertThat(forgetting("none")).isNull();
    assertThat(forgetting("{half-life: 1h}")).isEqualTo(new HalfLifeTime(3_600_000L));
    assertThat(forgetting("{half-life: 10d}")).isEqualTo(new HalfLifeTime(864_000_000L));
    assertThat(forgetting("{half-life: 100000}")).isEqualTo(new HalfLifeExamples(100_000.0));
    assertThat(forgetting("{directional: 2.5}")).isEqualTo(new Directional(2.5));
    assertThat(forgetting("{polynomial: 1.5}")).isEqualTo(new Polynomial(1.5));
    assertThat(forgetting("{half-lives: [30, 7]}")).isEqualTo(new HalfLives(List.of(30, 7)));
    assertThat(forgetting("auto")).isEqualTo(new HalfLives(List.of(32, 1024)));
  }

  /**
   * So few examples as it has features, the intercept among them, would not tell of the weights.
   */
  @Test
  void read_forgettingAuto_isHalfLivesByTheNumberOfFeatures() {
    final ModelSpec spec = SpecFile.read(LEAST + "features: {dimension: 99}\nforgetting: auto\n");
    assertThat(spec.getForgetting()).isEqualTo(new HalfLives(List.of(100, 3200)));
    assertThat(SpecFile.write(spec)).contains("forgetting:\n  half-lives:\n  - 100\n  - 3200\n");
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dimension: 1500 | members: auto             | is for up to 1000000 numbers (vectors x features², here 1 x 1501²) and 16384 weights",
        "hash-bits: 18   | members: auto             | needs full curvature, not diagonal",
        "dimension: 9    | members: none             | needs members, which 'members: none' excludes",
        "dimension: 9    | constraints: nonnegative  | needs members, which constraints, l1 and latent exclude",
        "dimension: 9    | prior: {l1: 1}            | needs members, which constraints, l1 and latent exclude",
        "dimension: 9    | latent: 2                 | needs members, which constraints, l1 and latent exclude",
        "dimension: 9    | task: sequence            | is for 'task: multiclass' only",
      })
  void read_halfLivesThatDoNotSuit_saysWhyAndWhatToDo(
      final String features, final String setting, final String fault) {
    for (final String kind : List.of("auto", "{half-lives: [9]}")) {
      final String several = setting.contains("sequence") ? ".half-lives:" : ": half-lives";
      assertThat(
              faults(LEAST + "features: {" + features + "}\nforgetting: " + kind + "\n" + setting))
          .containsExactly(
              "forgetting"
                  + (kind.equals("auto") ? ": auto" : several)
                  + " "
                  + fault
                  + ": give one half-life, or none");
    }
  }

  @Test
  void read_onDriftChallenger_isForAChampionThatCanHaveOne() {
    final String yaml = LEAST + "on-drift: challenger\n";
    assertThat(SpecFile.read(yaml).getOnDrift()).isEqualTo(OnDrift.CHALLENGER);
    assertThat(faults(yaml + "challenges: other"))
        .containsExactly(
            "on-drift: challenger is for a champion, and this model challenges one: leave out either");
    assertThat(
            faults(
                yaml + "input: {topic: t, format: json}\nlabel: {topic: l, path: y, wait: 1h}\n"))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("on-drift: challenger is not possible: label: where labels come late");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{half-life: 7d}", "{half-life: 100}", "{polynomial: 1}"})
  void read_onDriftForget_whereOldExamplesFade_isRefused(final String forgetting) {
    final String yaml = LEAST + "on-drift: forget\nforgetting: ";
    assertThat(SpecFile.read(yaml + "none").getOnDrift()).isEqualTo(OnDrift.FORGET);
    assertThat(SpecFile.read(LEAST).getOnDrift()).isEqualTo(OnDrift.ALERT);
    assertThat(faults(yaml + forgetting))
        .containsExactly(
            "on-drift: forget needs 'forgetting: none': with any other, old examples fade anyway");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weights: {no: 1, yes: 2}        | excludes 'weights', by which another label would have counted otherwise",
        "latent: 2                       | excludes 'latent': which hidden state a label has is not known again",
        "forgetting: {half-life: 100}    | needs a half-life in time, as 7d, or no forgetting: examples are not dated",
        "forgetting: {polynomial: 1}     | needs a half-life in time, as 7d, or no forgetting: examples are not dated",
        "on-drift: forget                | needs 'on-drift: alert': what an example counts after an alarm is not known",
        "forgetting: {half-life: 7d}     | ",
        "forgetting: none                | "
      })
  void read_revisionWithWhatCannotBeRevised_isRefused(final String setting, final String fault) {
    final String yaml =
        LEAST + setting + "\nlabel: {topic: t, path: p, wait: 1h, default: \"no\", revise: 7d}\n";
    if (fault == null) {
      assertThat(SpecFile.read(yaml).getLateLabels().getReviseMillis()).isEqualTo(604_800_000L);
    } else {
      assertThat(faults(yaml)).containsExactly("label.revise: " + fault);
    }
  }

  private static Object forgetting(final String yaml) {
    return SpecFile.read(LEAST + "features: {dimension: 9}\nforgetting: " + yaml + "\n")
        .getForgetting();
  }

  @Test
  void read_constraints_haveShortForms() {
    assertThat(constraints("none")).isNull();
    assertThat(constraints("nonnegative")).isEqualTo(constraints("{box: [0, .inf]}"));
    final LinearConstraint row =
        constraints("{linear: [{weights: {8: 1}, equals: 0}]}").getLinear().get(0);
    assertThat(row.getLabel()).as("the class that has the one vector").isEqualTo("yes");
  }

  @Test
  void read_rowOfTwoLabelsWithHiddenStates_needsItsClass() {
    final String yaml =
        "{model: m, labels: [a, b], latent: 2, features: {names: [age]}, constraints:"
            + " {linear: [{weights: {age: 1}, equals: 0%s}]}}";
    assertThat(SpecFile.read(yaml.formatted(", class: a")).getConstraints().getLinear()).hasSize(1);
    assertThat(faults(yaml.formatted("")))
        .containsExactly("constraints.linear[0].class: '' is not a class with weights: a, b");
  }

  private static WeightConstraints constraints(final String yaml) {
    return SpecFile.read(LEAST + "features: {dimension: 9}\nconstraints: " + yaml + "\n")
        .getConstraints();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "monotone                            | constraints: must be none, nonnegative, or a map of box",
        "{ball: 1}                           | constraints.ball: unknown field; known here: box, features, linear",
        "{box: 1}                            | constraints.box: must be [lower, upper], with -.inf and .inf",
        "{box: [1]}                          | constraints.box: must be [lower, upper]",
        "{box: [2, 1]}                       | constraints.box: must be [lower, upper]",
        "{box: [0, high]}                    | constraints.box: must be [lower, upper]",
        "{box: [.inf, .inf]}                 | constraints.box: must be [lower, upper]",
        "{box: [-.inf, -.inf]}               | constraints.box: must be [lower, upper]",
        "{box: [.nan, 1]}                    | constraints.box: must be [lower, upper]",
        "{features: [a]}                     | constraints.features: must be a map",
        "{features: {age: 1}}                | constraints.features.age: must be [lower, upper]",
        "{features: {pay: [0, 1]}}           | constraints.features.pay: the spec has no such feature",
        "{features: {2: [0, 1]}}             | constraints.features.2: the spec has no such feature",
        "{box: [0, 1], features: {age: [2, 3]}} | constraints.features.age: no number is in [2,3] and in [0,1]",
        "{features: {age: [2, 3], 0: [0, 1]}} | constraints.features.0: no number is in [0,1] and in [2,3]",
        "{box: [0, 1], features: {intercept: [2, 3]}} | ''",
        "{linear: {weights: 1}}              | constraints.linear: must be a list",
        "{linear: [1]}                       | constraints.linear[0]: must be a map of weights, class",
        "{linear: [{weights: {}, equals: 0}]} | constraints.linear[0].weights: at least one feature",
        "{linear: [{weights: {age: x}, equals: 0}]} | constraints.linear[0].weights.age: x is not a finite number",
        "{linear: [{weights: {age: }, equals: 0}]} | constraints.linear[0].weights.age: a number is needed",
        "{linear: [{weights: {pay: 1}, equals: 0}]} | constraints.linear[0].weights.pay: the spec has no such feature",
        "{linear: [{weights: {age: 1}}]}     | constraints.linear[0]: give one of equals, at-most",
        "{linear: [{weights: {age: 1}, equals: 1, at-most: 1}]} | constraints.linear[0]: give one of equals, at-most",
        "{linear: [{weights: {age: 1}, equals: .inf}]} | constraints.linear[0].equals: .inf is not a finite number",
        "{linear: [{weights: {age: 1}, equals: 0, class: no}]} | constraints.linear[0].class: 'no' is not a class with weights: yes",
        "{linear: [{weights: {age: 1}, equals: 0, class: maybe}]} | constraints.linear[0].class: 'maybe' is not a class",
      })
  void read_wrongConstraints_areOneLineThatNamesThem(final String yaml, final String line) {
    final String spec = LEAST + "features: {names: [age, work]}\nconstraints: " + yaml + "\n";
    if (line.isEmpty()) {
      SpecFile.read(spec);
      return;
    }
    assertThat(faults(spec)).anySatisfy(fault -> assertThat(fault).contains(line));
  }

  @Test
  void read_rowOfManyLabels_needsItsClass() {
    assertThat(
            faults(
                "{model: m, labels: [a, b, c], constraints:"
                    + " {linear: [{weights: {age: 1}, equals: 0}]}}"))
        .containsExactly("constraints.linear[0].class: '' is not a class with weights: a, b, c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model: Adult                      | model: 'Adult' is not of the form",
        "model: -x                         | model: '-x' is not of the form",
        "model: [a]                        | model: '[\"a\"]' is not of the form",
        "task: tree                        | task: 'tree' is not one of multiclass, sequence, choice, graph",
        "features: {templates: [word]}     | features.templates: is for 'task: sequence' only",
        "task: cluster                     | task: 'cluster' is not one of multiclass",
        "labels: [a]                       | labels: at least two labels",
        "labels: [a, b, a]                 | labels: has 'a' twice",
        "labels: [a, b, '']                | labels: has an item that is not a word",
        "labels: [a, b, null]              | labels: has an item that is not a word",
        "labels: [a, b, [c]]               | labels: has an item that is not a word",
        "latent: 0                         | latent: 0 is not a whole number in 1..64",
        "latent: 65                        | latent: 65 is not a whole number in 1..64",
        "input: a b                        | input: 'a b' is not of the form",
        "input: '..'                       | input: '..' is not of the form",
        "features: 7                       | features: must be a map of hash-bits",
        "features: {hash-bits: 0}          | features.hash-bits: 0 is not a whole number in 1..26",
        "features: {hash-bits: 27}         | features.hash-bits: 27 is not a whole number in 1..26",
        "features: {hash-bits: 1.5}        | features.hash-bits: 1.5 is not a whole number in 1..26",
        "features: {dimension: 0}          | features.dimension: 0 is not a whole number in 1..100000000",
        "features: {dimension: 100000001}  | features.dimension: 100000001 is not a whole",
        "features: {names: []}             | features.names: at least one name",
        "features: {names: [a, a]}         | features.names: has 'a' twice",
        "features: {names: [a], dimension: 1} | features: give one of hash-bits, dimension, names",
        "features: {hash: 3}               | features.hash: unknown field; known here: hash-bits, dimension",
        "features: {intercept: yes}        | features.intercept: 'yes' is not one of true, false",
        "features: {transform: [unit, log]} | features.transform: 'log' is not one of log1p, unit",
        "prior: {l2: 0}                    | prior.l2: 0 is not a finite number above 0",
        "prior: {l2: .inf}                 | prior.l2: .inf is not a finite number above 0",
        "prior: {l2: 1e999}                | prior.l2: 1e999 is not a finite number above 0",
        "prior: {l2: NaN}                  | prior.l2: NaN is not a finite number above 0",
        "max-weight: 0                     | max-weight: 0 is not a number above 0, and at most 1.0E9",
        "max-weight: -1                    | max-weight: -1 is not a number above 0, and at most 1.0E9",
        "max-weight: 1.1e9                 | max-weight: 1.1e9 is not a number above 0, and at most 1.0E9",
        "max-weight: .inf                  | max-weight: .inf is not a number above 0, and at most 1.0E9",
        "max-weight: much                  | max-weight: much is not a number above 0, and at most 1.0E9",
        "prior: {l1: -0.1}                 | prior.l1: -0.1 is not a finite number of at least 0",
        "prior: {l1: .inf}                 | prior.l1: .inf is not a finite number of at least 0",
        "curvature: {memory: some}         | curvature.memory: 'some' is not one of auto, full, low-rank, diagonal",
        "curvature: {memory: full}         | curvature.memory: full needs 1 x 262145² numbers, over the limit",
        "curvature: {rank: 0}              | curvature.rank: 0 is not a whole number in 1..256",
        "curvature: {rank: 257}            | curvature.rank: 257 is not a whole number in 1..256",
        "features: {standardize: true}     | features.standardize: needs 'numbers: [...]', the names of the hashed features that are numbers",
        "features: {standardize: 9, numbers: []} | features.numbers: must have 1 to 10000 names",
        "features: {numbers: [a]}          | features.numbers: goes with standardize",
        "features: {standardize: false, numbers: [a]} | features.numbers: goes with standardize",
        "features: {names: [a], standardize: 9, numbers: [a, b]} | features.numbers: has b, which is not among 'names'",
        "features: {dimension: 2, standardize: 9, numbers: [a]} | features.numbers: is for features that have names; of others all are standardized",
        "features: {quadratic: true}       | features.quadratic: needs features by dimension or names, not hashed ones",
        "features: {rff: 9, bandwidth: 1}  | features.rff: needs features by dimension or names, not hashed ones",
        "features: {dimension: 9, standardize: 1} | features.standardize: 1 is not a whole number in 2..1000000",
        "features: {dimension: 10001, standardize: 9} | features.standardize: is for at most 10000 features, not 10001",
        "features: {dimension: 9, quadratic: true, rff: 9, bandwidth: 1} | features: give one of quadratic, rff",
        "features: {dimension: 9, rff: 9}  | features.bandwidth: is needed by rff",
        "features: {dimension: 9, rff: 9, bandwidth: 1e-31} | features.bandwidth: must be at least 1.0E-30",
        "features: {dimension: 9, rff: 0, bandwidth: 1} | features.rff: 0 is not a whole number in 1..65536",
        "features: {dimension: 999, rff: 9999, bandwidth: 1} | features.rff: 9999 x 999 projections are over the limit of 4000000",
        "features: {dimension: 9, bandwidth: 1} | features.bandwidth: goes with rff",
        "features: {dimension: 9, seed: 1} | features.seed: goes with rff",
        "curvature: {absorb: diagonal}     | curvature.absorb: 'diagonal' is not one of true-diagonal, guaranteed",
        "curvature: {memory: diagonal, absorb: guaranteed} | curvature.absorb: guaranteed is of low-rank curvature, not diagonal",
        "forgetting: some                  | forgetting: must be none, auto, or one of half-life",
        "forgetting: {}                    | forgetting: must be none, auto, or one of half-life",
        "forgetting: {half-life: }         | forgetting: must be none, auto, or one of half-life",
        "forgetting: {half-life: 1h, directional: 1} | forgetting: must be none, auto, or one of",
        "on-drift: stop                    | on-drift: 'stop' is not one of alert, forget, challenger",
        "forgetting: {half-lives: []}      | forgetting.half-lives: must be a list of 1 to 3 half-lives in examples",
        "forgetting: {half-lives: [1, 2, 3, 4]} | forgetting.half-lives: must be a list of 1 to 3 half-lives",
        "forgetting: {half-lives: 30}      | forgetting.half-lives: must be a list",
        "forgetting: {half-lives: [30, 30]} | forgetting.half-lives: has a half-life twice",
        "forgetting: {half-lives: [30, 1h]} | forgetting.half-lives[1]: 1h is not a whole number in 1..1000000000",
        "forgetting: auto                  | forgetting: auto needs full curvature, not diagonal: give one half-life, or none",
        "forgetting: {polynomial: -1}      | forgetting.polynomial: -1 is not a finite number above 0",
        "forgetting: {quarter-life: 1}     | forgetting.quarter-life: unknown field; known here: half-life, half-lives, directional, polynomial",
        "forgetting: {half-life: 0s}       | forgetting.half-life: must be longer than 0",
        "forgetting: {half-life: -1}       | forgetting.half-life: -1 is not a number of examples above 0, or a duration",
        "forgetting: {half-life: 1y}       | forgetting.half-life: 1y is not a number of examples above 0, or a duration",
        "forgetting: {directional: 0}      | forgetting.directional: 0 is not a finite number above 0",
        "forgetting: {directional: 10}     | forgetting.directional: needs full curvature, not diagonal",
        "batch: 0                          | batch: 0 is not a whole number in 1..65536",
        "batch: 65537                      | batch: 65537 is not a whole number in 1..65536",
        "batch: many                       | batch: many is not a whole number in 1..65536",
        "publish: {interval: 5}            | publish.interval: '5' is not a duration",
        "publish: {interval: -1s}          | publish.interval: '-1s' is not a duration",
        "publish: {keep-versions: 1}       | publish.keep-versions: 1 is not a whole number in 2..1000",
        "publish: {keep-versions: 1001}    | publish.keep-versions: 1001 is not a whole number in 2..1000",
        "publish: {every: 1s}              | publish.every: unknown field; known here: interval, keep-versions",
        "colour: red                       | colour: unknown field; known here: model, task",
        "batch: &a 1                       | ''",
        "batch: *a                         | not this YAML: the alias *a is not supported",
        "batch: [                          | line 3: not this YAML: ",
      })
  void read_wrongField_isOneLineThatNamesIt(final String field, final String line) {
    final String name = field.substring(0, field.indexOf(':'));
    final StringBuilder yaml = new StringBuilder(field).append('\n');
    LEAST.lines().filter(l -> !l.startsWith(name + ":")).forEach(l -> yaml.append(l).append('\n'));
    if (line.isEmpty()) {
      SpecFile.read(yaml.toString());
      return;
    }
    assertThat(faults(yaml.toString())).singleElement().asString().contains(line);
  }

  @Test
  void read_manyFaults_namesThemAll() {
    assertThat(faults("task: tree\nfeatures: {hash-bits: 40, size: 1}\nbatch: 0\n"))
        .extracting(fault -> fault.substring(0, fault.indexOf(':')))
        .containsExactlyInAnyOrder(
            "model", "task", "labels", "features.hash-bits", "features.size", "batch");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "features: {dimension: 4}                            | numbers that are standardized",
        "features: {dimension: 4, standardize: true, quadratic: true} | exclude quadratic and rff",
        "features: {dimension: 4, standardize: true}, members: none | needs members",
        "features: {dimension: 4, standardize: true}, prior: {l1: 1} | needs members",
        "features: {dimension: 4, standardize: true}, latent: 2 | needs members",
        "features: {dimension: 4, standardize: true}, curvature: {memory: low-rank} | full or diagonal",
        "features: {dimension: 65, standardize: true}        | at most 64 numbers, not 65"
      })
  void read_viewsWithWhatTheyExclude_areRefused(final String others, final String fault) {
    assertThat(faults("{model: m, labels: [a, b], views: [linear, products], " + others + "}"))
        .anySatisfy(line -> assertThat(line).startsWith("views: ").contains(fault));
  }

  /** Each view has full curvature where it fits: the large one of crosses once refused the spec. */
  @ParameterizedTest
  @ValueSource(strings = {"[crosses]", "[crosses, linear]", "[linear, crosses]"})
  void read_viewsInAnyOrder_haveTheSameCurvatureAndHalfLives(final String views) {
    final String yaml =
        "{model: m, labels: [a, b], features: {dimension: 100, intercept: false}, views: %s}";
    assertThat(SpecFile.read(yaml.formatted(views)).getCurvature()).isEqualTo(Curvature.FULL);
    final String forgets = yaml.replace("views:", "forgetting: auto, views:");
    if (views.contains("linear")) {
      final HalfLives found = (HalfLives) SpecFile.read(forgets.formatted(views)).getForgetting();
      assertThat(found.getExamples()).containsExactly(101, 3232);
    }
  }

  /**
   * Whatever else a spec says, auto is a list of views that it can have, and writes as that list.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "views: none, features: {dimension: 4, standardize: true} | 0",
        "views: auto, features: {dimension: 4, standardize: true} | 4",
        "views: auto, features: {dimension: 4} | 0",
        "views: auto, features: {dimension: 4, standardize: true}, members: none | 0",
        "views: auto, features: {dimension: 4, standardize: true, quadratic: true} | 0",
        "views: auto, features: {hash-bits: 18, standardize: true, numbers: [x]} | 3",
      })
  void read_viewsByAWord_areThoseThatTheModelCanHave(final String fields, final int views) {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [a, b], " + fields + "}");
    assertThat(spec.getViews()).hasSize(views);
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
    assertThat(faults("{model: m, labels: [a], " + fields + "}")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "{linear: true}", "7"})
  void read_viewsByAnotherWord_areRefusedWithThoseThatThereAre(final String views) {
    assertThat(faults("{model: m, labels: [a, b], features: {dimension: 4}, views: " + views + "}"))
        .singleElement()
        .asString()
        .startsWith("views: ")
        .contains("none, auto");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{dimension: 4, standardize: true} | counts are scaled by their view",
        "{dimension: 4, transform: [log1p, unit]} | leave standardize and transform out",
        "{dimension: 4, quadratic: true} | exclude quadratic and rff"
      })
  void read_countsThatAreScaledOtherwise_areRefused(final String features, final String fault) {
    final String yaml = "{model: m, labels: [a, b], views: [counts], features: " + features + "}";
    assertThat(faults(yaml)).singleElement().asString().startsWith("views: ").contains(fault);
  }

  @Test
  void read_notAMap_isRefused() {
    assertThat(faults("[a, b]"))
        .contains(
            "must be a map of model, task, labels, transitions, latent, max-width, inference, max-edges,"
                + " max-weight, weights, input, columns, label, features, prior, constraints, curvature,"
                + " forgetting, on-drift, members, views, batch, slices, challenges, promote, publish");
    assertThat(faults("")).hasSize(2);
    assertThat(faults(LEAST + "---\n" + LEAST))
        .singleElement()
        .asString()
        .contains("one document is expected");
    assertThat(faults(LEAST + "model: again\n"))
        .singleElement()
        .asString()
        .contains("Duplicate field 'model'");
  }

  @Test
  void read_moreWeightsThanAnArrayHolds_isRefused() {
    final List<String> labels = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      labels.add("l" + i);
    }
    assertThat(
            faults(
                "model: m\nlabels: "
                    + labels
                    + "\nfeatures: {dimension: 100000000}\ncurvature: {memory: full}\n"))
        .containsExactly("features: 1000 x 100000001 weights are too many");
  }

  @Test
  void write_anySpec_isReadAsTheSame() {
    for (long seed = 0; seed < 2000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final ModelSpec spec = withChallenge(random, withViews(random, random(random)));
      final String yaml = SpecFile.write(spec);
      assertThat(SpecFile.read(yaml)).as("seed %d:%n%s", seed, yaml).isEqualTo(spec);
    }
  }

  @Test
  void write_isWhatPeopleWouldWrite() {
    assertThat(SpecFile.write(SpecFile.read(LEAST + "forgetting: {half-life: 100000}\n")))
        .isEqualTo(
            """
            model: adult
            task: multiclass
            labels:
            - "no"
            - "yes"
            latent: 1
            max-weight: 1000000000
            input: examples
            features:
              hash-bits: 18
              intercept: true
            prior:
              l2: 0.3
              l1: 0
              scale: feature
            constraints: none
            curvature:
              memory: diagonal
            forgetting:
              half-life: 100000
            on-drift: alert
            members: auto
            batch: 256
            publish:
              interval: 1s
              keep-versions: 10
            """);
  }

  private static List<String> faults(final String yaml) {
    final SpecException refused =
        catchThrowableOfType(SpecException.class, () -> SpecFile.read(yaml));
    assertThat(refused).as(yaml).isNotNull();
    return refused.faults();
  }

  private static ModelSpec random(final SplittableRandom random) {
    final Object space =
        switch (random.nextInt(3)) {
          case 0 -> new Indexed(1 + random.nextInt(300));
          case 1 -> new Hashed(1 + random.nextInt(9));
          default -> new Named(words(random, 1));
        };
    final Object forgetting =
        switch (random.nextInt(5)) {
          case 0 -> new HalfLifeTime(1 + random.nextLong(100_000_000L));
          case 1 -> new HalfLifeExamples(positive(random));
          case 2 -> new Directional(positive(random));
          case 3 -> new Polynomial(positive(random));
          default -> null;
        };
    final List<Transform> transforms = new ArrayList<>(List.of(Transform.values()));
    Collections.shuffle(transforms, new java.util.Random(random.nextLong()));
    final boolean sequence = !(forgetting instanceof Directional) && random.nextBoolean();
    final Curvature curvature =
        forgetting instanceof Directional
            ? Curvature.FULL
            : sequence ? Curvature.DIAGONAL : Curvature.values()[random.nextInt(3)];
    final List<String> labels = words(random, 2);
    final Object expansion = expansion(random, space);
    final Object named = expansion instanceof RandomFourier ? new Indexed(1) : space;
    final boolean intercept = random.nextBoolean();
    final List<Transform> some = transforms.subList(0, random.nextInt(3));
    final int standardize = random.nextInt(3) * 500;
    final boolean unit =
        !sequence
            && curvature == Curvature.DIAGONAL
            && intercept
            && !some.isEmpty()
            && some.get(some.size() - 1) == Transform.UNIT
            && standardize == 0
            && expansion == null;
    return new ModelSpec(
        "m" + random.nextInt(100),
        sequence ? Task.SEQUENCE : Task.MULTICLASS,
        labels,
        "t" + random.nextInt(100),
        new FeatureSpec(
            space,
            intercept,
            some,
            sequence ? FeatureTemplates.DEFAULT.subList(0, random.nextInt(5)) : List.of(),
            standardize,
            expansion,
            space instanceof Hashed ? buckets(random) : List.of(),
            space instanceof Hashed ? crosses(random) : List.of(),
            space instanceof Hashed && standardize > 0 ? words(random, 1) : List.of()),
        positive(random),
        curvature,
        curvature == Curvature.LOW_RANK ? 1 + random.nextInt(256) : 0,
        forgetting,
        1 + random.nextInt(65_536),
        random.nextLong(1_000_000),
        2 + random.nextInt(999),
        sequence || random.nextBoolean() ? 0 : positive(random),
        sequence || random.nextBoolean() ? null : constraints(random, named, labels),
        curvature == Curvature.LOW_RANK && random.nextBoolean(),
        sequence ? 1 : 1 + random.nextInt(2),
        0,
        random.nextBoolean() ? 1e9 : random.nextDouble(),
        0,
        Inference.AUTO,
        sequence ? forbidden(random, labels) : List.of(),
        !sequence && random.nextBoolean() ? Members.NONE : Members.AUTO,
        unit && random.nextBoolean() ? PriorScale.COMMON : PriorScale.FEATURE,
        sequence || random.nextBoolean() ? null : columns(random),
        sequence || random.nextBoolean()
            ? List.of()
            : labels.stream().map(label -> 1e-6 + 9 * random.nextDouble()).toList(),
        sequence || random.nextBoolean() ? null : events(random),
        sequence || random.nextBoolean() ? null : late(random, labels),
        List.of(),
        null,
        0,
        0.0,
        sequence && forgetting == null && random.nextBoolean() ? OnDrift.FORGET : OnDrift.ALERT,
        List.of());
  }

  private static ModelSpec withChallenge(final SplittableRandom random, final ModelSpec spec) {
    if (random.nextBoolean()) {
      spec.setChallenges("another");
      spec.setPromoteAlpha(List.of(0.0, .05, 1e-6, .5).get(random.nextInt(4)));
    }
    return spec;
  }

  /** The same with views, where it can have some. */
  private static ModelSpec withViews(final SplittableRandom random, final ModelSpec spec) {
    final boolean free =
        spec.getMembers() == Members.AUTO
            && spec.getConstraints() == null
            && spec.getL1() == 0
            && spec.getLatent() == 1;
    if (spec.getTask() == Task.MULTICLASS
        && free
        && spec.getFeatures().getExpansion() == null
        && spec.getCurvature() != Curvature.LOW_RANK
        && !(spec.getForgetting() instanceof Directional)) {
      final boolean standard = spec.getFeatures().getStandardize() > 0;
      final boolean plain = !standard && spec.getFeatures().getTransforms().isEmpty();
      final View other = standard ? View.HATS : View.COUNTS;
      final int most = standard || plain ? 3 : 2;
      spec.setViews(List.of(View.LINEAR, other).subList(0, random.nextInt(most)));
    }
    return spec;
  }

  private static LateLabels late(final SplittableRandom random, final List<String> labels) {
    final EventFormat format = EventFormat.values()[random.nextInt(EventFormat.values().length)];
    return new LateLabels(
        "late",
        format,
        random.nextBoolean() ? null : "a.key",
        "p: q",
        random.nextBoolean() ? null : "at",
        1 + random.nextLong(1_000_000),
        random.nextBoolean() ? null : labels.get(0),
        random.nextBoolean() ? KeptLabel.FIRST : KeptLabel.LAST,
        null,
        null,
        0L);
  }

  private static Events events(final SplittableRandom random) {
    final EventFormat format = EventFormat.values()[random.nextInt(EventFormat.values().length)];
    return new Events(
        format,
        format == EventFormat.JSON || random.nextBoolean()
            ? null
            : "{\"type\":\"record\",\"name\":\"Order\",\"fields\":[]}",
        List.of(
                new Condition("a: type", List.of("true")),
                new Condition("b.c/~d", List.of("1", "~", "x: y")))
            .subList(0, random.nextInt(3)));
  }

  private static Columns columns(final SplittableRandom random) {
    return Columns.newBuilder()
        .setLabel(random.nextBoolean() ? null : "churned?")
        .setIgnore(List.of("customer id", "-").subList(0, random.nextInt(3)))
        .setCategory(List.of("zip", "no").subList(0, random.nextInt(3)))
        .setText(List.of("a: note").subList(0, random.nextInt(2)))
        .setDate(List.of("2020"))
        .setMissing(List.of("-999", "NA", "~").subList(0, random.nextInt(4)))
        .setMonth(List.of("2020").subList(0, random.nextInt(2)))
        .setIndicateMissing(List.of("fee", "a: note").subList(0, random.nextInt(3)))
        .setWeight(random.nextBoolean() ? null : "how often")
        .build();
  }

  /** Some pairs in the order of the labels, and always the first label may follow. */
  private static List<Transition> forbidden(
      final SplittableRandom random, final List<String> labels) {
    final List<String> before = new ArrayList<>(labels);
    before.add(0, null);
    final List<Transition> forbidden = new ArrayList<>();
    for (final String to : labels.subList(1, labels.size())) {
      for (final String from : before) {
        if (random.nextInt(3) == 0) {
          forbidden.add(new Transition(from, to));
        }
      }
    }
    return forbidden;
  }

  private static List<Bucket> buckets(final SplittableRandom random) {
    final List<String> names = words(random, 1);
    names.removeIf(name -> name.contains("\u0085")); // a key of YAML cannot escape it
    return names.stream().map(name -> new Bucket(name, (1 + random.nextInt(99)) / 1e4)).toList();
  }

  private static List<List<String>> crosses(final SplittableRandom random) {
    final List<String> prefixes = words(random, 3);
    return List.of(prefixes.subList(0, 2), prefixes.subList(0, 3)).subList(0, random.nextInt(3));
  }

  private static Object expansion(final SplittableRandom random, final Object space) {
    return switch (space instanceof Hashed ? 2 : random.nextInt(3)) {
      case 0 -> new Squares();
      case 1 ->
          new RandomFourier(1 + random.nextInt(9), 0.5 + random.nextInt(9), random.nextLong(99));
      default -> null;
    };
  }

  /** Any that can be met as far as reading a spec can tell. */
  private static WeightConstraints constraints(
      final SplittableRandom random, final Object space, final List<String> labels) {
    final List<String> features = new ArrayList<>(List.of("0"));
    if (space instanceof Named named) {
      features.addAll(named.getNames());
    } else if (space instanceof Hashed) {
      features.addAll(words(random, 1));
    }
    features.removeIf(name -> name.contains("\u0085")); // a key of YAML cannot escape it
    final Interval box =
        switch (random.nextInt(3)) {
          case 0 -> new Interval(0.0, null);
          case 1 -> new Interval(-positive(random), random.nextBoolean() ? null : positive(random));
          default -> null;
        };
    final List<FeatureInterval> intervals = new ArrayList<>();
    final List<LinearConstraint> linear = new ArrayList<>();
    for (final String feature : new LinkedHashSet<>(features)) {
      if (random.nextInt(3) == 0) {
        intervals.add(
            new FeatureInterval(
                feature, new Interval(random.nextBoolean() ? null : 0.0, positive(random))));
      } else if (random.nextBoolean()) {
        final String label = labels.get(labels.size() == 2 ? 1 : random.nextInt(labels.size()));
        final List<Term> terms = List.of(new Term(feature, positive(random)));
        linear.add(new LinearConstraint(terms, label, random.nextBoolean(), -positive(random)));
      }
    }
    return box == null && intervals.isEmpty() && linear.isEmpty()
        ? null
        : new WeightConstraints(box, intervals, linear);
  }

  private static double positive(final SplittableRandom random) {
    return random.nextBoolean()
        ? Math.pow(10, random.nextInt(-300, 300))
        : Math.exp(random.nextDouble(-20, 20));
  }

  /** Distinct words, many of which mean something in YAML. */
  private static List<String> words(final SplittableRandom random, final int least) {
    final String[] parts = {
      "a", "1", "+", "-", ":", " ", "#", "'", "\"", "\\", "\n", "\t", "{", "]", ",", "*", "&", "!",
      "|", ">", "%", "@", "~", "null", "true", "yes", "é", "漢", "🜁", ".", "0x", "e3", "\u0085", "?"
    };
    final List<String> words = new ArrayList<>();
    while (words.size() < least || random.nextInt(3) > 0 && words.size() < 6) {
      final StringBuilder word = new StringBuilder(parts[random.nextInt(parts.length)]);
      for (int i = random.nextInt(4); i > 0; i--) {
        word.append(parts[random.nextInt(parts.length)]);
      }
      if (!words.contains(word.toString())) {
        words.add(word.toString());
      }
    }
    return words;
  }
}
