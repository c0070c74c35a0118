package org.majorant.spec;

import static org.majorant.spec.Form.duration;
import static org.majorant.spec.Form.flag;
import static org.majorant.spec.Form.integer;
import static org.majorant.spec.Form.positive;
import static org.majorant.spec.Form.text;
import static org.majorant.spec.Form.word;
import static org.majorant.spec.Form.words;
import static org.majorant.spec.Form.wordsOf;
import static org.majorant.spec.SpecField.FIXED;
import static org.majorant.spec.SpecField.FREE;
import static org.majorant.spec.SpecField.NOTHING;
import static org.majorant.spec.SpecField.REQUIRED;
import static org.majorant.spec.SpecField.group;
import static org.majorant.spec.SpecField.row;
import static org.majorant.spec.SpecField.unless;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Inference;
import org.majorant.schema.KeptLabel;
import org.majorant.schema.MatchingBuffer;
import org.majorant.schema.Members;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Task;
import org.majorant.schema.Transform;
import org.majorant.template.FeatureTemplates;

/**
 * All fields of a spec, a row each:
 *
 * <pre>
 *   path in a file, default, form and place in the record, tasks, identity    meaning
 * </pre>
 *
 * <p>The identity says whether learned state depends on the field. Then it is {@link
 * SpecField#FIXED}, and the fingerprint has it, unless it has the value that is named here. That
 * never changes, even if the default does, since models that are learned would be lost.
 *
 * <p>Reader and writer ({@link SpecFile}), refusals ({@link SpecTasks}), {@link Fingerprint},
 * {@code ops/majorant spec fields} come from these rows. The page of model-store tells of each.
 * Fields are read, written and judged in this order, and a map stands before its fields. It is
 * longer than others, because the table is one, of which a reader looks for a row.
 */
public final class SpecFields {
  static final String AUTO = "auto";

  private static final Form<String> MODEL =
      text("lower-case letters, digits, `.`, `_`, `-`", "[a-z0-9][a-z0-9._-]{0,99}");

  /** Beyond it, what an example adds to the curvature would hide the prior behind its rounding. */
  private static final Form<Double> MAX_WEIGHT =
      new Form<>("above 0 to 1e9", field -> field.positiveUpTo(1e9));

  private static final Form<Double> FROM_0 = new Form<>("from 0", Field::notNegative);
  private static final Form<String> WORD = new Form<>("a word", field -> field.text(null));

  private static final Form<String> TOPIC = text("a topic", SpecEvents.TOPIC);
  private static final Form<EventFormat> LABEL_FORMAT = word(EventFormat.class);
  private static final Form<KeptLabel> KEEP = word(KeptLabel.class);

  private static final SpecTasks ALL = SpecTasks.of(Task.values());
  private static final SpecTasks POINTS = SpecTasks.of(Task.MULTICLASS);
  private static final SpecTasks SEQUENCES = SpecTasks.of(Task.SEQUENCE);
  private static final SpecTasks GRAPHS = SpecTasks.of(Task.GRAPH);
  private static final SpecTasks MATCHINGS = SpecTasks.of(Task.MATCHING);
  private static final SpecTasks LABELED = SpecTasks.of(Task.MULTICLASS, Task.SEQUENCE);
  private static final SpecTasks MIXED = SpecTasks.of(Task.MULTICLASS, Task.SEQUENCE, Task.CHOICE);
  private static final SpecTasks CURVED = SpecTasks.of(Task.MULTICLASS, Task.MATCHING);
  private static final SpecTasks BOUNDED = SpecTasks.allBut(Task.SEQUENCE);
  private static final SpecTasks WEIGHTED = POINTS.hint(": give each example its own weight");
  private static final SpecTasks IN_TABLES = POINTS.hint(", whose examples may be rows of a table");
  private static final SpecTasks EVENTS = IN_TABLES.elsewhere("example");
  private static final SpecTasks LATE = POINTS.hint(", each of which has one label");
  private static final SpecTasks SLICED = POINTS.hint(", whose examples have one feature vector");
  private static final SpecTasks MEMBERS = POINTS.hint(": give one half-life, or none");
  private static final SpecTasks REMEMBERED =
      CURVED.elsewhere("diagonal", AUTO).hint(": other tasks have diagonal curvature");
  private static final SpecTasks WITH_LABELS =
      LABELED
          .elsewhere("[]")
          .hint(": each example of another task brings its own alternatives, variables or nodes");
  private static final SpecTasks WITH_INTERCEPT =
      LABELED
          .elsewhere("false")
          .hint(
              ": it is the same in all alternatives, configurations or edges of an example, so that"
                  + " nothing can be learned of it");

  private static final String TEMPLATES = FeatureTemplates.DEFAULT.toString();
  private static final String TEMPLATES_OF_0_1 =
      "[word,lower,prefix:1-4,suffix:1-4,shape,window:2]";

  private static final List<SpecField> ROWS =
      List.of(
          row("model", REQUIRED, MODEL, ALL, FIXED).means("The model's name on the topics."),
          row("task", "multiclass", word(Task.class), ALL, unless("multiclass"))
              .means("What the model predicts."),
          row("labels", REQUIRED, OpenLabels.LABELS, WITH_LABELS, FIXED)
              .judged(OpenLabels::judge)
              .means("In the order of the probabilities; or `open`: those that the records have."),
          group("transitions", SEQUENCES).means("Which labels cannot follow which others."),
          row("transitions.forbidden", "[]", SpecTransitions.FORBIDDEN, SEQUENCES, unless("[]"))
              .judged(SpecTransitions::judge)
              .means("Pairs of labels of which the second cannot come right after the first."),
          row("latent", "1", integer(1, 64), POINTS.elsewhere("1"), unless("1"))
              .means("The number of hidden states of each label."),
          row("max-width", "4", integer(1, 16), GRAPHS, FREE)
              .means("The largest tree-width that is inferred exactly."),
          row("inference", AUTO, word(Inference.class), GRAPHS, FREE)
              .means("How graphs are inferred."),
          row("max-edges", "10000", integer(1, MatchingBuffer.MAX_EDGES), MATCHINGS, FREE)
              .means("The most candidate edges of an example."),
          row("max-weight", "1e9", MAX_WEIGHT, ALL, FREE)
              .means("The largest weight of an example."),
          row("weights", NOTHING, SpecWeights.WEIGHTS, WEIGHTED, FREE)
              .means("How many times an example counts by its label."),
          row("input", "examples", SpecEvents.INPUT, ALL, FREE)
              .means("The topic that has the examples, or the events."),
          row("input.topic", NOTHING, SpecEvents.IN_MAP, POINTS, FREE)
              .means("The topic, in a map that says more of it."),
          row("input.format", "example", SpecEvents.FORMAT, EVENTS, FREE)
              .means("How events are written that are no examples: their fields are columns."),
          row("input.schema", NOTHING, SpecEvents.SCHEMA, POINTS, FREE)
              .means("The schema of Avro values that name none themselves."),
          row("input.where", NOTHING, SpecEvents.WHERE, POINTS, FREE)
              .means("Texts at paths that an event must have; others are passed over."),
          row("input.key", NOTHING, SpecEvents.Late.EVENT_KEY, POINTS, FREE)
              .judged(SpecEvents.Late::judgeEvents)
              .means("For late labels: where the key stands; without it, it is the record's key."),
          row("input.time", NOTHING, SpecEvents.Late.EVENT_TIME, POINTS, FREE)
              .judged(SpecEvents.Late::judgeEvents)
              .means("For late labels: where the time stands; without it, it is the record's."),
          row("columns", NOTHING, SpecColumns.COLUMNS, IN_TABLES, FREE)
              .judged(SpecColumns::judge)
              .means("How the rows of a table become examples."),
          row("columns.label", NOTHING, WORD, POINTS, FIXED)
              .means("The column of the label, if it is not `label`."),
          row("columns.weight", NOTHING, WORD, POINTS, FREE)
              .means("The column that says how many times an example counts."),
          row("columns.ignore", NOTHING, words(), POINTS, FREE)
              .means("Columns that make no features."),
          row("columns.category", NOTHING, words(), POINTS, FIXED)
              .means("Columns whose cells are categories, although they are numbers."),
          row("columns.text", NOTHING, words(), POINTS, FIXED)
              .means("Columns in which each word is a feature, and its count the value."),
          row("columns.date", NOTHING, words(), POINTS, FIXED)
              .means("Columns of dates: the day is a number, weekday and hour are categories."),
          row("columns.month", NOTHING, words(), POINTS, FIXED)
              .means("Those of the dates whose months are categories, too."),
          row("columns.no-day", NOTHING, words(), POINTS, FIXED)
              .means("Those of the dates whose day is no number, because it only grows."),
          row("columns.since", NOTHING, SpecColumns.SINCE, POINTS, FIXED)
              .means("Of a date, the other date until which its age counts, in days."),
          row("columns.zone", NOTHING, SpecColumns.ZONE, POINTS, FIXED)
              .means("The place whose clock tells the dates that have an offset."),
          row("columns.decimal", NOTHING, SpecColumns.DECIMAL, POINTS, FIXED)
              .means("Columns of numbers as people write them, with their decimal sign."),
          row("columns.log1p", NOTHING, words(), POINTS, FIXED)
              .means("Columns of numbers whose logarithm counts."),
          row("columns.missing", NOTHING, words(), POINTS, FIXED)
              .means("Cells that are missing, beside empty ones and `?`."),
          row("columns.indicate-missing", NOTHING, words(), POINTS, FIXED)
              .means("Columns in which a missing cell is a category."),
          row("label", NOTHING, SpecEvents.Late.LABEL, LATE, FREE)
              .judged(SpecEvents.Late::judge)
              .means("The topic of labels that come later than their events."),
          row("label.topic", NOTHING, TOPIC.at("lateLabels.topic"), POINTS, FREE)
              .means("The topic that has the labels."),
          row("label.format", "json", LABEL_FORMAT.at("lateLabels.format"), POINTS, FREE)
              .means("How its values are written."),
          row("label.key", NOTHING, WORD.at("lateLabels.key"), POINTS, FREE)
              .means("Where the key of the event stands; without it, it is the record's key."),
          row("label.path", NOTHING, WORD.at("lateLabels.path"), POINTS, FREE)
              .means("Where the label stands."),
          row("label.time", NOTHING, WORD.at("lateLabels.time"), POINTS, FREE)
              .means("Where the time stands; without it, it is the record's time."),
          row("label.wait", NOTHING, duration().at("lateLabels.waitMillis"), POINTS, FREE)
              .means("How far the times of an event and its label are apart at most."),
          row("label.default", NOTHING, WORD.at("lateLabels.defaultLabel"), POINTS, FREE)
              .means("The label of an event that gets none; without it, the event has none."),
          row("label.keep", "first", KEEP.at("lateLabels.keep"), POINTS, FREE)
              .means("Which of several labels counts; the last is known when the wait ends."),
          row("label.revise", NOTHING, SpecEvents.Late.REVISE, POINTS, FREE)
              .judged(SpecEvents.Late::judgeRevise)
              .means("For how long after the wait a late label corrects what was learned."),
          group("features", ALL)
              .judged(SpecFeatures::judge)
              .means("How features get their indices, and how their values are transformed."),
          row("features.hash-bits", "18", SpecFeatures.HASHED, ALL, unless("18"))
              .means("Names and indices are hashed to 2^bits; two features may share a weight."),
          row("features.dimension", NOTHING, SpecFeatures.INDEXED, ALL, FIXED)
              .means("Instead of `hash-bits`: indices as given, 0 to dimension − 1."),
          row("features.names", NOTHING, SpecFeatures.NAMED, ALL, FIXED)
              .means("Instead of `hash-bits`: a closed list; other names are ignored."),
          row("features.bucket", NOTHING, SpecCrosses.BUCKETS, ALL, FIXED)
              .judged(SpecFeatures::judgeHashed)
              .means("For hashed features: numbers that become categories."),
          row("features.cross", NOTHING, SpecCrosses.CROSSES, ALL, FIXED)
              .judged(SpecFeatures::judgeHashed)
              .means("For hashed features: products, by prefixes of names."),
          row("features.intercept", "true", flag(), WITH_INTERCEPT, unless("true"))
              .means("A feature that is always 1."),
          row(
                  "features.transform",
                  "[]",
                  wordsOf(Transform.class).at("features.transforms"),
                  ALL,
                  FIXED)
              .means("In this order; `log1p`: log(1 + x), `unit`: scaled to Euclidean length 1."),
          row(
                  "features.templates",
                  TEMPLATES,
                  SpecFeatures.TEMPLATES,
                  SEQUENCES,
                  unless(TEMPLATES_OF_0_1))
              .means("How features are made from a token."),
          row("features.standardize", "false", SpecFeatures.STANDARDIZE, ALL, FIXED)
              .judged(SpecFeatures::judgeStandardize)
              .means("The number of first vectors that standardize."),
          row("features.numbers", NOTHING, SpecFeatures.NUMBERS, ALL, FIXED)
              .judged(SpecFeatures::judgeNumbers)
              .means("The names of those that `standardize` is for; with `names`, all by default."),
          row("features.quadratic", "false", SpecFeatures.QUADRATIC, ALL, FIXED)
              .judged(SpecFeatures::judgeDense)
              .means("Adds the square of each feature."),
          row("features.rff", NOTHING, SpecFeatures.FOURIER, ALL, FIXED)
              .judged(SpecFeatures::judgeFourier)
              .means("Replaces the features by random Fourier features of a Gaussian kernel."),
          row(
                  "features.bandwidth",
                  NOTHING,
                  positive().at("features.expansion.bandwidth"),
                  ALL,
                  FIXED)
              .judged(SpecFeatures::judgeBandwidth)
              .means("For `rff`: s of the kernel exp(−‖x − y‖²/2s²)."),
          row("features.seed", NOTHING, SpecFeatures.SEED, ALL, unless("1"))
              .judged(SpecFeatures::judgePart)
              .means("For `rff`: the seed from which the features are drawn; without it, 1."),
          group("prior", ALL).means("The prior on the weights."),
          row("prior.l2", AUTO, SpecPrior.STRENGTH, ALL, FREE)
              .means("The strength of the Gaussian prior."),
          row("prior.l1", "0", FROM_0.at("l1"), BOUNDED.elsewhere("0", "0.0"), FREE)
              .means("The price of a unit of each weight, in nats, as a total over the data."),
          row("prior.scale", AUTO, SpecPrior.SCALE, POINTS, unless("feature"))
              .judged(SpecPrior::judge)
              .means("The unit of `l2`."),
          row(
                  "constraints",
                  "none",
                  SpecConstraints.CONSTRAINTS,
                  BOUNDED.elsewhere("none", "{}"),
                  FREE)
              .judged(SpecConstraints::judge)
              .means("What every version's weights satisfy exactly."),
          row("constraints.box", NOTHING, SpecConstraints.BOX, BOUNDED, FREE)
              .means("Where every weight lies, but the intercept's."),
          row("constraints.features", NOTHING, SpecConstraints.FEATURES, BOUNDED, FREE)
              .means("Where the weights of single features lie."),
          row("constraints.linear", NOTHING, SpecConstraints.LINEAR, BOUNDED, FREE)
              .means("Sums of weights, and what they are equal to, or at most."),
          group("curvature", ALL).means("How the data's curvature is remembered."),
          row("curvature.memory", AUTO, SpecCurvature.MEMORY, REMEMBERED, FIXED)
              .judged(SpecCurvature::judge)
              .means("A matrix for each class, `rank` rows and a diagonal, or a diagonal."),
          row("curvature.rank", "16", SpecCurvature.RANK, CURVED, unless("16"))
              .judged(SpecCurvature::judgeRank)
              .means("For `low-rank`: the number of rows of each class."),
          row(
                  "curvature.absorb",
                  "true-diagonal",
                  SpecCurvature.ABSORB,
                  CURVED,
                  unless("true-diagonal"))
              .judged(SpecCurvature::judgeAbsorb)
              .means("For `low-rank`: what becomes of the curvature that the rows do not keep."),
          row("forgetting", "none", SpecForgetting.FORGETTING, ALL, unless("none"))
              .judged(SpecForgetting::judge)
              .means("How old examples count less."),
          row("forgetting.half-life", NOTHING, SpecForgetting.HALF_LIFE, ALL, FREE)
              .means("An example counts half after this record time, or this many examples."),
          row("forgetting.half-lives", NOTHING, SpecForgetting.HALF_LIVES, MEMBERS, FREE)
              .means("Beside a memory that forgets nothing, one for each of these, in examples."),
          row("forgetting.directional", NOTHING, SpecForgetting.DIRECTIONAL, POINTS, FREE)
              .judged(SpecForgetting::judgeDirectional)
              .means("Only along each example: the curvature there is 1/e after this many visits."),
          row("forgetting.polynomial", NOTHING, SpecForgetting.POLYNOMIAL, ALL, FREE)
              .means("Example i counts i to this power."),
          row("on-drift", "alert", word(OnDrift.class), ALL, FREE)
              .judged(SpecForgetting::judgeOnDrift)
              .means(
                  "What an alarm of drift does: it is told, the model forgets, or a challenger begins."),
          row("members", AUTO, word(Members.class), MIXED, FREE)
              .means("Whether a mixture predicts, or the weights alone."),
          row("views", "none", SpecViews.VIEWS, POINTS.elsewhere("none", "[]"), unless("[]"))
              .judged(SpecViews::judge)
              .means("What the model sees of an example: each view learns by itself."),
          row("batch", "256", integer(1, 65_536), ALL, FREE)
              .means("The mini-batch: examples of a low-rank fold, and of the objective's mean."),
          row("slices", NOTHING, words(), SLICED, FREE)
              .judged(SpecSlices::judge)
              .means("Up to 4 features by whose values the loss is counted, too."),
          row("challenges", NOTHING, MODEL, ALL, FREE)
              .judged(SpecChallenge::judge)
              .means("The model that this one is compared with, on the same examples."),
          row("promote", "by-hand", SpecChallenge.PROMOTE, ALL, FREE)
              .judged(SpecChallenge::judgePromote)
              .means("Whether a fleet has it take that model's place when it is better."),
          group("publish", ALL).means("How often there are versions, and how long."),
          row("publish.interval", "1s", duration().at("publishIntervalMillis"), ALL, FREE)
              .means("At most one version is published in this time."),
          row("publish.keep-versions", "10", integer(2, 1000).at("keepVersions"), ALL, FREE)
              .means("How many versions stay readable."));

  private static final Map<String, List<SpecField>> BY_GROUP =
      ROWS.stream().collect(Collectors.groupingBy(SpecField::group));

  private SpecFields() {}

  /** A row as people read it; meaning and values are Markdown. */
  public record Listed(
      String field, String values, String otherwise, String tasks, boolean fixed, String meaning) {}

  /** All fields, each map before its own. */
  public static List<Listed> listed() {
    return ROWS.stream()
        .map(
            row ->
                new Listed(
                    row.path(),
                    row.access().values(),
                    row.otherwise(),
                    row.tasks().shown(),
                    row.identity().isPresent(),
                    row.meaning()))
        .toList();
  }

  /**
   * Whether a task has a use for a field.
   *
   * @param path of the field, with dots
   */
  public static boolean takes(final Task task, final String path) {
    return ROWS.stream().anyMatch(row -> row.path().equals(path) && row.takes(task));
  }

  static List<SpecField> rows() {
    return ROWS;
  }

  /** The fields of a map, by its path; of the empty path those at the top. */
  static List<SpecField> in(final String group) {
    return BY_GROUP.getOrDefault(group, List.of());
  }

  /** Their names. */
  static String[] names(final String group) {
    return in(group).stream().map(SpecField::name).toArray(String[]::new);
  }
}
