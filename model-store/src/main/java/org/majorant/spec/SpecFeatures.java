package org.majorant.spec;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;
import org.majorant.template.FeatureTemplates;

/**
 * The field {@code features} of a spec. Features get their indices by a hash, as given, or by a
 * list of names. Of hashed features only some are standardized, and none are expanded.
 */
final class SpecFeatures {
  static final SpecField.Access HASHED =
      Form.integer(1, 26).of(Hashed.class, Hashed::new, Hashed::getBits).at("features.space");
  static final SpecField.Access INDEXED =
      Form.integer(1, 100_000_000)
          .of(Indexed.class, Indexed::new, Indexed::getDimension)
          .at("features.space");
  static final SpecField.Access NAMED =
      new Form<>("a list", SpecFeatures::names, YamlText::node)
          .of(Named.class, Named::new, Named::getNames)
          .at("features.space");
  static final Form<List<String>> TEMPLATES =
      new Form<>("a list", SpecFeatures::templates, YamlText::node);

  static final Form<Integer> STANDARDIZE =
      new Form<>(
          "2 to 1,000,000, `true` (1000), `false`",
          SpecFeatures::vectors,
          vectors -> vectors == 0 ? null : YamlText.node(vectors));

  static final Form<List<String>> NUMBERS =
      new Form<>("a list, up to 10,000", SpecFeatures::numbers, YamlText::nodeUnlessEmpty);

  static final SpecField.Access QUADRATIC =
      new Form<Object>(
              Form.flag().values(),
              field -> Form.flag().reader().apply(field) ? new Squares() : null,
              expansion -> expansion instanceof Squares ? YamlText.node(true) : null)
          .at("features.expansion");

  static final SpecField.Access FOURIER =
      Form.integer(1, 65_536)
          .of(
              RandomFourier.class,
              count -> new RandomFourier(count, 0.0, 1L),
              RandomFourier::getFeatures)
          .at("features.expansion");

  static final SpecField.Access SEED =
      new Form<>("0 to 2³¹ − 1", field -> (long) field.integer(0, Integer.MAX_VALUE))
          .at("features.expansion.seed");

  /** Their moments are in every base and every version's head. */
  private static final int MOST_STANDARDIZED = 10_000;

  private static final long MOST_PROJECTIONS = 4_000_000;

  /** Below, projections of finite values might not be finite. */
  private static final double LEAST_BANDWIDTH = 1e-30;

  private SpecFeatures() {}

  private static List<String> names(final Field field) {
    final List<String> names = field.words();
    if (names.isEmpty()) {
      field.fault("at least one name is needed");
    }
    return names;
  }

  private static List<String> templates(final Field field) {
    final List<String> templates = field.words();
    try {
      FeatureTemplates.of(templates);
    } catch (final IllegalArgumentException e) {
      field.fault(e.getMessage());
    }
    return templates;
  }

  static void judge(final Field field, final ModelSpec spec) {
    requireOne(field, "hash-bits", "dimension", "names");
    if (field.get("quadratic").isWord("true")) {
      requireOne(field, "quadratic", "rff");
    }
  }

  private static void requireOne(final Field field, final String... names) {
    if (Stream.of(names).filter(name -> !field.get(name).isAbsent()).count() > 1) {
      field.fault("give one of " + String.join(", ", names));
    }
  }

  static void judgeHashed(final Field field, final ModelSpec spec) {
    if (!field.isAbsent() && !(spec.getFeatures().getSpace() instanceof Hashed)) {
      field.fault("needs features that are hashed by name: give hash-bits, not dimension or names");
    }
  }

  static void judgeDense(final Field field, final ModelSpec spec) {
    if (!field.isAbsent()
        && !field.isWord("false")
        && spec.getFeatures().getSpace() instanceof Hashed) {
      field.fault("needs features by dimension or names, not hashed ones");
    }
  }

  private static int vectors(final Field field) {
    return field.isWord("false") ? 0 : field.isWord("true") ? 1000 : field.integer(2, 1_000_000);
  }

  private static List<String> numbers(final Field field) {
    final List<String> names = field.words();
    if (names.isEmpty() || names.size() > MOST_STANDARDIZED) {
      field.fault("must have 1 to " + MOST_STANDARDIZED + " names");
    }
    return names;
  }

  static void judgeStandardize(final Field field, final ModelSpec spec) {
    final FeatureSpec features = spec.getFeatures();
    if (features.getStandardize() == 0) {
      return;
    }
    if (features.getSpace() instanceof Hashed && features.getNumbers().isEmpty()) {
      field.fault("needs 'numbers: [...]', the names of the hashed features that are numbers");
    }
    if (inputs(features) > MOST_STANDARDIZED) {
      field.fault("is for at most " + MOST_STANDARDIZED + " features, not " + inputs(features));
    }
  }

  static void judgeNumbers(final Field field, final ModelSpec spec) {
    final FeatureSpec features = spec.getFeatures();
    if (field.isAbsent()) {
      return;
    }
    if (features.getStandardize() == 0) {
      field.fault("goes with standardize");
    } else if (features.getSpace() instanceof Indexed) {
      field.fault("is for features that have names; of others all are standardized");
    } else if (features.getSpace() instanceof Named named) {
      final Set<String> others = new TreeSet<>(features.getNumbers());
      named.getNames().forEach(others::remove);
      if (!others.isEmpty()) {
        field.fault("has %s, which is not among 'names'".formatted(others.iterator().next()));
      }
    }
  }

  /** Null where the spec has none. */
  private static RandomFourier fourier(final ModelSpec spec) {
    return spec.getFeatures().getExpansion() instanceof RandomFourier fourier ? fourier : null;
  }

  static void judgeFourier(final Field field, final ModelSpec spec) {
    judgeDense(field, spec);
    final int inputs = inputs(spec.getFeatures());
    if (fourier(spec) != null && fourier(spec).getFeatures() * (long) inputs > MOST_PROJECTIONS) {
      field.fault(
          "%d x %d projections are over the limit of %d"
              .formatted(fourier(spec).getFeatures(), inputs, MOST_PROJECTIONS));
    }
  }

  static void judgeBandwidth(final Field field, final ModelSpec spec) {
    judgePart(field, spec);
    if (fourier(spec) != null && field.isAbsent()) {
      field.fault("is needed by rff: the distance at which examples cease to be alike");
    } else if (fourier(spec) != null && fourier(spec).getBandwidth() < LEAST_BANDWIDTH) {
      field.fault("must be at least " + LEAST_BANDWIDTH);
    }
  }

  static void judgePart(final Field field, final ModelSpec spec) {
    if (!field.isAbsent() && fourier(spec) == null) {
      field.fault("goes with rff");
    }
  }

  private static int inputs(final FeatureSpec features) {
    final Object space = features.getSpace();
    return space instanceof Indexed indexed
        ? indexed.getDimension()
        : space instanceof Named named ? named.getNames().size() : 0;
  }
}
