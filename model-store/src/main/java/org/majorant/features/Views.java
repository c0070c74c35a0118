package org.majorant.features;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.majorant.schema.Curvature;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Indexed;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;
import org.majorant.schema.Task;
import org.majorant.schema.View;

/**
 * The views of a model of points: each makes features of its own from those of an example, and
 * learns from them as a model by itself. A <em>stack</em> predicts by the scores of all views. They
 * lie one after the other in the model's index space, the features of each with an intercept, and
 * at last the weights of the stack, in the first vector:
 *
 * <pre>
 *   LINEAR     x
 *   HATS       x, and of each number its hats: piecewise linear functions between quantiles
 *   PRODUCTS   x, and of each pair of numbers their product
 *   CROSSES    x, and of each two values that it has together their pair
 *   COUNTS     log(1 + x), scaled to length one: for words and other sparse counts
 * </pre>
 *
 * <p>A view, and the stack, is learned by the spec {@link #spec} gives, over indices as given: so
 * what learns and solves a model knows nothing of views.
 */
public final class Views {
  /** What a hat's column has: a hat for each of its quantiles at most. */
  public static final int HATS = 7;

  /** Places of a view among the weights of the stack: it has as many readings at most, and one. */
  public static final int STACKED = 7;

  /** Products of more numbers are not made. */
  public static final int MOST_MULTIPLIED = 64;

  /** Values of an example of which crosses are made; more of them make none. */
  public static final int MOST_CROSSED = 64;

  /** The prior of the stack, around the mean of all views. */
  private static final double STACK_PRIOR = 5;

  /** The stack forgets in so many examples, since views learn, and do so at different pace. */
  private static final double STACK_HALF_LIFE = 1000;

  private static final int PAIRS = MOST_CROSSED * (MOST_CROSSED - 1) / 2;

  private static final String STACK = "stack";

  private static final long FULL = 1_000_000;

  /** Numbers of a memory that has others beside it, which forget: each is inverted often. */
  private static final long SEVERAL = 10_000;

  private final ModelSpec spec;
  private final int vectors; // that there may be: a view keeps its memory when a label comes
  private final List<Block> blocks;
  private final int end; // of the last view

  /**
   * The features of a view.
   *
   * @param number of the view, from 0
   * @param offset index of its first feature
   * @param size how many they are, with the intercept, which is the last
   */
  public record Block(int number, View view, int offset, int size) {
    /** Whether the prior of a feature of it has the scale that all but the intercept share. */
    public boolean sharesScale(final int feature) {
      return Views.sharesScale(view) && feature < end() - 1;
    }

    public int end() {
      return offset + size;
    }

    /**
     * Where a feature of a view is in the same view of more inputs, as many of them numbers; both
     * counted from the view's first. Pairs must have places of their own.
     *
     * @param input where an input is now
     */
    public int place(
        final Block less,
        final int feature,
        final FeatureSpec before,
        final FeatureSpec after,
        final IntUnaryOperator input) {
      final int had = Dimensions.inputs(before);
      final int has = Dimensions.inputs(after);
      if (feature < had) {
        return input.applyAsInt(feature);
      }
      if (feature == less.size - 1) {
        return size - 1;
      }
      if (view != View.CROSSES || had == has) {
        return has + feature - had;
      }
      final int[] pair = Crosses.pair(feature - had);
      for (int i = 0; i < pair.length; i++) {
        pair[i] = pair[i] < had ? input.applyAsInt(pair[i]) : has + pair[i] - had;
      }
      return has + Crosses.place(pair[0], pair[1], false);
    }
  }

  private Views(final ModelSpec spec) {
    this.spec = spec;
    final int labels = spec.getLabels().size();
    vectors = Math.max(labels == 2 ? 1 : labels, spec.getOpenLabels());
    final List<Block> all = new ArrayList<>();
    int offset = 0;
    for (final View view : spec.getViews()) {
      final int size = size(view, spec.getFeatures());
      all.add(new Block(all.size(), view, offset, size));
      offset = Math.addExact(offset, size);
    }
    blocks = List.copyOf(all);
    end = offset;
  }

  /** The views of a spec, which has some. */
  public static Views of(final ModelSpec spec) {
    return new Views(spec);
  }

  /** Whether a model sees examples by views. */
  public static boolean areIn(final ModelSpec spec) {
    return !spec.getViews().isEmpty();
  }

  /** Whether the prior of a model, or of one of its views, has a scale that features share. */
  public static boolean shareScale(final ModelSpec spec) {
    return spec.getPriorScale() == PriorScale.COMMON
        || spec.getViews().stream().anyMatch(Views::sharesScale);
  }

  private static boolean sharesScale(final View view) {
    return view == View.COUNTS;
  }

  /** Whether several pairs may be one feature of the crosses of a spec. */
  public static boolean sharePlaces(final FeatureSpec features) {
    return Crosses.isHashed(features);
  }

  /** How many numbers a spec standardizes: of these, views make more features. */
  public static int numbers(final FeatureSpec features) {
    return Standardization.features(features).length;
  }

  /** In the order of their features. */
  public List<Block> blocks() {
    return blocks;
  }

  /** Whether a feature is the intercept of a view. */
  boolean isIntercept(final int feature) {
    return feature < end && feature == block(feature).end() - 1;
  }

  /** The view that a feature is of; those of the stack are of none. */
  public Block block(final int feature) {
    int number = 0;
    while (feature >= blocks.get(number).end()) {
      number++;
    }
    return blocks.get(number);
  }

  /**
   * A view of a spec as its file calls it, or the stack.
   *
   * @param number of the view, from 0; that of all views for the stack
   */
  public static String name(final ModelSpec spec, final int number) {
    return number == spec.getViews().size() ? STACK : name(spec.getViews().get(number));
  }

  static String name(final View view) {
    return view.name().toLowerCase(Locale.ROOT);
  }

  /** What a weight of the stack is of, for people. */
  String place(final int place) {
    final int own = place % STACKED;
    final String view = name(blocks.get(place / STACKED).view());
    return own == 0 ? view + " moderated" : view + " reading " + own;
  }

  /** The index of the stack's first weight, behind the features of all views. */
  public int end() {
    return end;
  }

  /** Features of an example that are made of others, and intercepts, at most. */
  int made() {
    return blocks.stream()
        .mapToInt(
            block -> {
              final int made = block.size - Dimensions.inputs(spec.getFeatures());
              return block.view == View.CROSSES ? Math.min(made, PAIRS + 1) : made;
            })
        .sum();
  }

  /** Size of the index space. */
  int size() {
    return Math.addExact(end, STACKED * blocks.size());
  }

  private static int size(final View view, final FeatureSpec features) {
    final long inputs = Dimensions.inputs(features);
    final long numbers = numbers(features);
    final long made =
        switch (view) {
          case LINEAR, COUNTS -> 0;
          case HATS -> HATS * numbers;
          case PRODUCTS -> numbers * (numbers + 1) / 2;
          case CROSSES -> Crosses.places(features);
        };
    return Math.toIntExact(inputs + made + 1);
  }

  /**
   * The spec by which a view learns: of what it sees, and with curvature that it can afford. Rows
   * of length one have one unit, and so a prior of one scale, which diagonal memory has.
   */
  public ModelSpec spec(final Block block) {
    final long numbers = (long) vectors * block.size * block.size;
    final boolean common = sharesScale(block.view);
    final boolean sparse = common || block.view == View.CROSSES;
    final boolean full = spec.getCurvature() == Curvature.FULL && numbers <= FULL && !sparse;
    final ModelSpec.Builder builder = builder(block.size - 1, true);
    builder.setPriorScale(common ? PriorScale.COMMON : PriorScale.FEATURE);
    if (!full) {
      builder.setCurvature(Curvature.DIAGONAL);
    }
    final boolean several = full && numbers <= SEVERAL;
    if (!several && spec.getForgetting() instanceof HalfLives) {
      builder.setForgetting(null);
    }
    if (full && !several && block.view != View.LINEAR) {
      builder.setMembers(Members.NONE); // each prior of its own would be an inverse
    }
    return builder.build();
  }

  /**
   * The spec by which the stack learns what the score of each of its readings weighs: one of
   * alternatives, which are the labels.
   */
  public ModelSpec stack() {
    return builder(STACKED * blocks.size(), false)
        .setTask(Task.CHOICE)
        .setLabels(List.of())
        .setL2(STACK_PRIOR)
        .setPriorScale(PriorScale.FEATURE)
        .setCurvature(Curvature.FULL)
        .setForgetting(
            spec.getForgetting() instanceof HalfLifeTime time
                ? time
                : new HalfLifeExamples(STACK_HALF_LIFE))
        .setMembers(Members.NONE)
        .build();
  }

  private ModelSpec.Builder builder(final int dimension, final boolean intercept) {
    final FeatureSpec features =
        FeatureSpec.newBuilder().setSpace(new Indexed(dimension)).setIntercept(intercept).build();
    return ModelSpec.newBuilder(spec).setFeatures(features).setViews(List.of());
  }
}
