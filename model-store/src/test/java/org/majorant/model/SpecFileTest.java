package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Polynomial;
import org.majorant.schema.Task;
import org.majorant.schema.Transform;

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
                new FeatureSpec(new Hashed(18), true, List.of()),
                0.3,
                Curvature.LOW_RANK,
                16,
                null,
                256,
                1000L,
                10));
  }

  @Test
  void read_everyField_isTaken() {
    final String yaml =
        """
        model: a.b-c_9
        task: multiclass
        labels: [a, b, c]
        input: My.Topic
        features: {dimension: 124, intercept: false, transform: [log1p, unit]}
        prior: {l2: 1e-3, l1: 0.0, constraints: none}
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
                new FeatureSpec(new Indexed(124), false, List.of(Transform.LOG1P, Transform.UNIT)),
                0.001,
                Curvature.FULL,
                0,
                new Directional(10.0),
                1,
                500L,
                2));
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
        "[a, b]    | {dimension: 2000}                     | LOW_RANK",
        "[a, b]    | {dimension: 2000, intercept: false}   | FULL",
        "[a, b, c] | {dimension: 1153}                     | FULL",
        "[a, b, c] | {dimension: 1154}                     | LOW_RANK",
        // vectors x features x 16 against 32 million
        "[a, b]    | {dimension: 1999999}                  | LOW_RANK",
        "[a, b]    | {dimension: 2000000}                  | DIAGONAL",
        "[a, b]    | {hash-bits: 26}                       | DIAGONAL",
        "[a, b]    | {names: [age, work]}                  | FULL",
      })
  void read_memoryAuto_isTheRichestThatIsAffordable(
      final String labels, final String features, final Curvature expected) {
    final ModelSpec spec =
        SpecFile.read("model: m\nlabels: " + labels + "\nfeatures: " + features + "\n");
    assertThat(spec.getCurvature()).isEqualTo(expected);
    assertThat(spec.getRank()).isEqualTo(expected == Curvature.LOW_RANK ? 16 : 0);
  }

  @Test
  void read_forgetting_hasFiveForms() {
    assertThat(forgetting("none")).isNull();
    assertThat(forgetting("{half-life: 1h}")).isEqualTo(new HalfLifeTime(3_600_000L));
    assertThat(forgetting("{half-life: 10d}")).isEqualTo(new HalfLifeTime(864_000_000L));
    assertThat(forgetting("{half-life: 100000}")).isEqualTo(new HalfLifeExamples(100_000.0));
    assertThat(forgetting("{directional: 2.5}")).isEqualTo(new Directional(2.5));
    assertThat(forgetting("{polynomial: 1.5}")).isEqualTo(new Polynomial(1.5));
  }

  private static Object forgetting(final String yaml) {
    return SpecFile.read(LEAST + "features: {dimension: 9}\nforgetting: " + yaml + "\n")
        .getForgetting();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model: Adult                      | model: 'Adult' is not of the form",
        "model: -x                         | model: '-x' is not of the form",
        "model: [a]                        | model: '[\"a\"]' is not of the form",
        "task: tree                        | task: 'tree' is not supported yet, only multiclass",
        "task: cluster                     | task: 'cluster' is not one of multiclass",
        "labels: [a]                       | labels: at least two labels",
        "labels: [a, b, a]                 | labels: has 'a' twice",
        "labels: [a, b, '']                | labels: has an item that is not a word",
        "labels: [a, b, null]              | labels: has an item that is not a word",
        "labels: [a, b, [c]]               | labels: has an item that is not a word",
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
        "prior: {l1: 0.1}                  | prior.l1: '0.1' is not supported yet, only 0",
        "prior: {constraints: monotone}    | prior.constraints: 'monotone' is not supported yet, only none",
        "curvature: {memory: some}         | curvature.memory: 'some' is not one of auto, full, low-rank, diagonal",
        "curvature: {memory: full}         | curvature.memory: full needs 1 x 262145² numbers, over the limit",
        "curvature: {rank: 0}              | curvature.rank: 0 is not a whole number in 1..256",
        "curvature: {rank: 257}            | curvature.rank: 257 is not a whole number in 1..256",
        "curvature: {absorb: diagonal}     | curvature.absorb: 'diagonal' is not supported yet, only true-diagonal",
        "forgetting: some                  | forgetting: must be none, or one of half-life",
        "forgetting: {}                    | forgetting: must be none, or one of half-life",
        "forgetting: {half-life: }         | forgetting: must be none, or one of half-life",
        "forgetting: {half-life: 1h, directional: 1} | forgetting: must be none, or one of",
        "forgetting: {polynomial: -1}      | forgetting.polynomial: -1 is not a finite number above 0",
        "forgetting: {quarter-life: 1}     | forgetting.quarter-life: unknown field; known here: half-life, directional, polynomial",
        "forgetting: {half-life: 0s}       | forgetting.half-life: must be longer than 0",
        "forgetting: {half-life: -1}       | forgetting.half-life: -1 is not a number of examples above 0, or a duration",
        "forgetting: {half-life: 1y}       | forgetting.half-life: 1y is not a number of examples above 0, or a duration",
        "forgetting: {directional: 0}      | forgetting.directional: 0 is not a finite number above 0",
        "forgetting: {directional: 10}     | forgetting.directional: needs full curvature, not low-rank",
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

  @Test
  void read_notAMap_isRefused() {
    assertThat(faults("[a, b]"))
        .contains(
            "must be a map of model, task, labels, input, features,"
                + " prior, curvature, forgetting, batch, publish");
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
      final ModelSpec spec = random(new SplittableRandom(seed));
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
            input: examples
            features:
              hash-bits: 18
              intercept: true
            prior:
              l2: 0.3
            curvature:
              memory: low-rank
              rank: 16
            forgetting:
              half-life: 100000
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
    final Curvature curvature =
        forgetting instanceof Directional ? Curvature.FULL : Curvature.values()[random.nextInt(3)];
    return new ModelSpec(
        "m" + random.nextInt(100),
        Task.MULTICLASS,
        words(random, 2),
        "t" + random.nextInt(100),
        new FeatureSpec(space, random.nextBoolean(), transforms.subList(0, random.nextInt(3))),
        positive(random),
        curvature,
        curvature == Curvature.LOW_RANK ? 1 + random.nextInt(256) : 0,
        forgetting,
        1 + random.nextInt(65_536),
        random.nextLong(1_000_000),
        2 + random.nextInt(999));
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
