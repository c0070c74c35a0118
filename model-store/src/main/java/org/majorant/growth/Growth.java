package org.majorant.growth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.Columns;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;
import org.majorant.schema.View;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.SpecException;

/**
 * A spec that has all that another one had, and more labels, features or views: where each weight
 * of the one is in the other. What was learned of it stays as it was, and what is new has learned
 * nothing. Two labels have one vector, the difference θ of their scores; where a third one comes,
 * they have ½θ and −½θ.
 *
 * <p>The order of features and labels stays, so that indices ascend in both specs.
 *
 * <p>Hash bits cannot become more. A weight is b / (a + λ), with what its place has learned, a and
 * b, and its prior's λ. Each of the two places that it would become had the same weight if it got
 * all of a and b, and then every example would count twice; or if it got halves of a, b and λ, and
 * then the prior would not be the spec's.
 *
 * <p>It is longer than others, because what may grow, and where it is then, is told once, here.
 */
public final class Growth {
  private final ModelSpec before;
  private final ModelSpec after;
  private final int[] inputs; // where each feature is now; null: they have the same indices
  private final int[] labels; // where each label is now
  private final Dimensions from;
  private final Dimensions to;
  private final List<Views.Block> former;
  private final List<Views.Block> blocks;

  private Growth(final ModelSpec before, final ModelSpec after) {
    this.before = before;
    this.after = after;
    inputs =
        before.getFeatures().getSpace() instanceof Named named
            ? places(named.getNames(), ((Named) after.getFeatures().getSpace()).getNames())
            : null;
    labels = places(before.getLabels(), after.getLabels());
    from = Dimensions.of(before);
    to = Dimensions.of(after);
    former = Views.of(before).blocks();
    blocks = Views.of(after).blocks();
  }

  /**
   * What has grown from one spec to another one, whose model may have another name. Where its
   * labels are open, it knows those that were learned.
   *
   * @throws SpecException with a line for each field that keeps what was learned from being of use
   */
  public static Growth of(final ModelSpec before, final ModelSpec wanted) {
    final ModelSpec after = OpenLabels.meeting(wanted, before.getLabels());
    final List<String> faults = new ArrayList<>();
    requireSame(before, after, faults);
    if (faults.isEmpty()) {
      requireAll("labels", before.getLabels(), after.getLabels(), faults);
      requireSpace(before.getFeatures(), after.getFeatures(), faults);
      requireNumbers(before, after, faults);
      requireMemory(before, after, faults);
      if (before.getLatent() > 1 && Fingerprint.former(before) != Fingerprint.former(after)) {
        faults.add("latent: hidden states are drawn by name and spec, so keep both");
      }
    }
    if (!faults.isEmpty()) {
      throw new SpecException(faults);
    }
    return new Growth(before, after);
  }

  /**
   * The same of a model that goes on under its name, with the offsets that it has learned.
   *
   * @throws SpecException as {@link #of}
   */
  public static Growth inPlace(final ModelSpec before, final ModelSpec after) {
    final List<String> faults = new ArrayList<>();
    if (!before.getModel().equals(after.getModel())) {
      faults.add("model: is another one");
    }
    if (!before.getInput().equals(after.getInput())) {
      faults.add("input: offsets that were learned are of " + before.getInput());
    }
    if (OpenLabels.areIn(before) && !OpenLabels.areIn(after)) {
      faults.add("labels: are open, and stay so: which ones come is not known before");
    }
    if (before.getLateLabels() != null && before.getLateLabels().getReviseMillis() > 0) {
      faults.add("label.revise: corrects what was learned, in the place that it had then");
    }
    if (!faults.isEmpty()) {
      throw new SpecException(faults);
    }
    return of(before, after);
  }

  /** All but what may grow. */
  private static void requireSame(
      final ModelSpec before, final ModelSpec after, final List<String> faults) {
    final FeatureSpec features =
        FeatureSpec.newBuilder(after.getFeatures())
            .setSpace(before.getFeatures().getSpace())
            .build();
    final ModelSpec same =
        ModelSpec.newBuilder(after)
            .setModel(before.getModel())
            .setLabels(before.getLabels())
            .setOpenLabels(before.getOpenLabels())
            .setFeatures(features)
            .setColumns(columns(before.getColumns(), after.getColumns()))
            .setViews(mayGain(before, after) ? before.getViews() : after.getViews())
            .build();
    Fingerprint.contradiction(before, same).ifPresent(faults::add);
  }

  /** A model without views goes on as the linear one among them. */
  private static boolean mayGain(final ModelSpec before, final ModelSpec after) {
    return before.getViews().isEmpty()
        ? after.getViews().contains(View.LINEAR)
        : after.getViews().containsAll(before.getViews());
  }

  /** Columns after, but for what some of them are as well that were nothing before. */
  private static Columns columns(final Columns before, final Columns after) {
    if (before == null || after == null) {
      return after;
    }
    final Columns.Builder same = Columns.newBuilder(after);
    keep(before, after, Columns::getCategory).ifPresent(same::setCategory);
    keep(before, after, Columns::getText).ifPresent(same::setText);
    keep(before, after, Columns::getDate).ifPresent(same::setDate);
    keep(before, after, Columns::getMonth).ifPresent(same::setMonth);
    keep(before, after, Columns::getIndicateMissing).ifPresent(same::setIndicateMissing);
    return same.build();
  }

  private static Optional<List<String>> keep(
      final Columns before, final Columns after, final Function<Columns, List<String>> list) {
    return Optional.of(list.apply(before)).filter(list.apply(after)::containsAll);
  }

  private static void requireAll(
      final String field,
      final List<String> before,
      final List<String> after,
      final List<String> faults) {
    final Set<String> known = new HashSet<>(before);
    if (!after.stream().filter(known::contains).toList().equals(before)) {
      final Set<String> kept = new HashSet<>(after);
      faults.add(
          before.stream()
              .filter(each -> !kept.contains(each))
              .findFirst()
              .map(gone -> "%s: '%s' was learned, and is to stay".formatted(field, gone))
              .orElse(field + ": those that were learned are to stay in their order"));
    }
  }

  private static void requireSpace(
      final FeatureSpec before, final FeatureSpec after, final List<String> faults) {
    if (before.getSpace() instanceof Named one && after.getSpace() instanceof Named other) {
      requireAll("features.names", one.getNames(), other.getNames(), faults);
    } else if (before.getSpace() instanceof Indexed one
        && after.getSpace() instanceof Indexed other) {
      if (other.getDimension() < one.getDimension()) {
        faults.add("features.dimension: %,d were learned".formatted(one.getDimension()));
      }
    } else if (before.getSpace() instanceof Hashed one
        && after.getSpace() instanceof Hashed other
        && other.getBits() > one.getBits()) {
      faults.add(
          "features.hash-bits: %d were learned; with more, several places share each weight, and nobody knows which examples were of which: have the spec learn beside it ('models apply --as-challenger', with promote: when-better)"
              .formatted(one.getBits()));
    } else if (!Objects.equals(before.getSpace(), after.getSpace())) {
      faults.add(
          "features: was learned with %s, whose weights have no place in another space"
              .formatted(space(before)));
    }
    final boolean more = !Objects.equals(before.getSpace(), after.getSpace());
    if (more && before.getExpansion() instanceof RandomFourier) {
      faults.add("features.rff: is drawn for as many features as were learned");
    }
  }

  private static String space(final FeatureSpec features) {
    final Object space = features.getSpace();
    if (space instanceof Named) {
      return "names";
    }
    return space instanceof Indexed indexed
        ? "dimension " + indexed.getDimension()
        : "hash-bits " + Integer.numberOfTrailingZeros(Dimensions.inputs(features));
  }

  private static void requireNumbers(
      final ModelSpec before, final ModelSpec after, final List<String> faults) {
    if (before.getFeatures().getStandardize() > 0
        && Views.numbers(before.getFeatures()) != Views.numbers(after.getFeatures())) {
      faults.add(
          "features.numbers: those that were learned are standardized by their first values, which"
              + " another one would need, too; name those that were learned");
    }
    final boolean shared =
        Views.sharePlaces(before.getFeatures()) || Views.sharePlaces(after.getFeatures());
    if (faults.isEmpty()
        && before.getViews().contains(View.CROSSES)
        && shared
        && !before.getFeatures().getSpace().equals(after.getFeatures().getSpace())) {
      faults.add("views: crosses of so many features share places, which more would not find");
    }
  }

  /** What a view can afford goes by how many labels and features there are, or may be. */
  private static void requireMemory(
      final ModelSpec before, final ModelSpec after, final List<String> faults) {
    if (!Views.areIn(after)) {
      return;
    }
    for (final Views.Block block : Views.of(after).blocks()) {
      final int source = view(before, block.view());
      if (source < 0) {
        continue;
      }
      final Views views = Views.of(before);
      final ModelSpec had = Views.areIn(before) ? views.spec(views.blocks().get(source)) : before;
      final ModelSpec has = Views.of(after).spec(block);
      if (had.getCurvature() != has.getCurvature()
          || !Objects.equals(had.getForgetting(), has.getForgetting())) {
        faults.add(
            "views: %s was learned in a memory that so many labels or features cannot have, or need not"
                .formatted(Views.name(after, block.number())));
      }
    }
  }

  /** The number of a view in a spec; a model without views has learned its linear one. */
  private static int view(final ModelSpec spec, final View view) {
    return spec.getViews().isEmpty() ? view == View.LINEAR ? 0 : -1 : spec.getViews().indexOf(view);
  }

  private static int[] places(final List<String> before, final List<String> after) {
    final Map<String, Integer> places = new HashMap<>();
    after.forEach(each -> places.put(each, places.size()));
    return before.stream().mapToInt(places::get).toArray();
  }

  /** The spec that it had. */
  public ModelSpec before() {
    return before;
  }

  /** The spec that it has now. */
  public ModelSpec after() {
    return after;
  }

  /** What is new, for people. */
  public String news() {
    final List<String> news = new ArrayList<>();
    count(to.labels() - from.labels(), "label").ifPresent(news::add);
    count(
            Dimensions.inputs(after.getFeatures()) - Dimensions.inputs(before.getFeatures()),
            "feature")
        .ifPresent(news::add);
    count(blocks.size() - former.size(), "view").ifPresent(news::add);
    if (!Objects.equals(before.getColumns(), after.getColumns())) {
      news.add("columns");
    }
    return news.isEmpty() ? "nothing" : String.join(", ", news);
  }

  private static Optional<String> count(final int more, final String what) {
    return more <= 0
        ? Optional.empty()
        : Optional.of("%,d %s%s".formatted(more, what, more == 1 ? "" : "s"));
  }

  /** Where a label is now. */
  public int label(final int label) {
    return labels[label];
  }

  /** Where an input is now. */
  private int input(final int input) {
    return inputs == null ? input : inputs[input];
  }

  /** Where a feature of a model without views is now. */
  public int feature(final int feature) {
    final int moved = Dimensions.inputs(after.getFeatures());
    final int had = Dimensions.inputs(before.getFeatures());
    if (feature >= from.emissions()) {
      return emissions() + labels[feature - from.emissions()];
    }
    if (before.getFeatures().getExpansion() instanceof RandomFourier) {
      return feature;
    }
    if (feature < had) {
      return input(feature);
    }
    final boolean squared = before.getFeatures().getExpansion() instanceof Squares;
    return squared && feature < 2 * had ? moved + input(feature - had) : emissions() - 1;
  }

  /** Of the linear view, where the model has gained views. */
  private int emissions() {
    return before.getViews().equals(after.getViews())
        ? to.emissions()
        : blocks.get(after.getViews().indexOf(View.LINEAR)).size();
  }

  /**
   * The number of the view before that one is now; -1: it is new. What a model without views has
   * learned is its view 0.
   */
  public int view(final int number) {
    return view(before, after.getViews().get(number));
  }

  /**
   * Where a feature of a view is now, both counted from the first one of the view.
   *
   * @param number of the view now, which is not new
   */
  public int feature(final int number, final int feature) {
    return former.isEmpty()
        ? feature(feature)
        : blocks
            .get(number)
            .place(
                former.get(view(number)),
                feature,
                before.getFeatures(),
                after.getFeatures(),
                this::input);
  }

  /** Of each vector the one before that it goes on from; -1: its label is new. */
  public int[] vectors() {
    final int[] vectors = new int[to.vectors()];
    if (from.labels() == 0 || from.vectors() == to.vectors()) {
      Arrays.setAll(vectors, v -> v);
      return vectors;
    }
    Arrays.fill(vectors, -1);
    for (int label = 0; label < labels.length; label++) {
      for (int state = 0; state < to.states(); state++) {
        final int outcome = label * to.states() + state;
        vectors[labels[label] * to.states() + state] = from.vectors() == 1 ? 0 : outcome;
      }
    }
    return vectors;
  }

  /** What each vector is of the one that it goes on from: ½ and −½ where two labels had one. */
  public double factor(final int vector) {
    final boolean apart = from.vectors() == 1 && to.vectors() > 1;
    return !apart ? 1 : vector == labels[0] ? -0.5 : 0.5;
  }
}
