package org.majorant.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.majorant.demo.Exhibit.Words;
import org.majorant.model.MatchingPredictor.EdgeProbability;
import org.majorant.model.MatchingPredictor.MatchingPrediction;
import org.majorant.model.Prediction;
import org.majorant.ops.http.Picture.Dot;
import org.majorant.ops.http.Picture.Drawing;
import org.majorant.ops.http.Picture.Line;

/**
 * Two frames of a cloud of points. In the second one the cloud is bent, turned, shaken and
 * shuffled; an example asks which point is which. Any two may be matched, and how alike their
 * {@link ShapeContext}s are is all that is known of them.
 *
 * @param one the first frame's points
 * @param other the second frame's
 * @param frames how alike their points are, and the truth
 */
record PointPair(double[][] one, double[][] other, KnownMatching frames) implements Specimen {
  static final int POINTS = 12;

  private static final double LEAST_APART = 0.13;
  private static final double MOST_TURN = 0.7; // either way
  private static final double BEND = 0.7; // deviation
  private static final double SHAKE = 0.03; // deviation
  private static final double MARGIN = 0.88; // of a frame's width, all points are within
  private static final double FAINTEST = 0.01; // of lines that are drawn

  /** A stream of them. */
  static GeneratedData data() {
    return new GeneratedData(
        "model: matching\ntask: matching\nmax-edges: %d\n".formatted(POINTS * POINTS),
        ShapeContext.features(POINTS),
        300,
        PointPair::of,
        new Words(
            "Which point is which?",
            "Two frames of a cloud each, which were not learned; the second one is bent, turned and"
                + " shaken. The stronger a line, the more probable it is; dashed ones are wrong",
            "Pair",
            "Points right",
            "Share of the points of %d pairs, by version".formatted(GeneratedData.HELD_OUT)));
  }

  /** The pair of a seed. */
  static PointPair of(final long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    final double[][] one = cloud(random);
    final double[][] moved = moved(one, random);
    final KnownMatching frames =
        MatchedFrames.of(ShapeContext.of(one), ShapeContext.of(moved), seed);
    final double[][] other = new double[POINTS][];
    for (int e = 0; e < POINTS * POINTS; e++) {
      if (frames.chosen()[e]) {
        other[e % POINTS] = moved[e / POINTS];
      }
    }
    return new PointPair(one, other, frames);
  }

  /** In the unit square around 0, no two near each other. */
  private static double[][] cloud(final SplittableRandom random) {
    final double[][] points = new double[POINTS][];
    for (int i = 0; i < POINTS; ) {
      final double[] p = {random.nextDouble(-0.5, 0.5), random.nextDouble(-0.5, 0.5)};
      if (Arrays.stream(points, 0, i).allMatch(q -> ShapeContext.distance(p, q) > LEAST_APART)) {
        points[i++] = p;
      }
    }
    return points;
  }

  private static double[][] moved(final double[][] points, final SplittableRandom random) {
    final double turn = random.nextDouble(-MOST_TURN, MOST_TURN);
    final double bend = BEND * random.nextGaussian();
    final double[][] moved = new double[points.length][];
    for (int i = 0; i < points.length; i++) {
      final double x = points[i][0];
      final double y = points[i][1] + bend * x * x;
      moved[i] =
          new double[] {
            Math.cos(turn) * x - Math.sin(turn) * y + SHAKE * random.nextGaussian(),
            Math.sin(turn) * x + Math.cos(turn) * y + SHAKE * random.nextGaussian()
          };
    }
    return moved;
  }

  @Override
  public byte[] record() {
    return frames.record();
  }

  /** The share of points that the best matching has right. */
  @Override
  public double score(final Prediction prediction) {
    return (double) right((MatchingPrediction) prediction) / POINTS;
  }

  private long right(final MatchingPrediction prediction) {
    return prediction.matches().stream().filter(this::isRight).count();
  }

  private boolean isRight(final EdgeProbability edge) {
    return frames.chosen()[edge.left() * POINTS + edge.right()];
  }

  @Override
  public Drawing draw(final String name, final Prediction prediction) {
    final MatchingPrediction matching = (MatchingPrediction) prediction;
    final List<Dot> dots = new ArrayList<>();
    dots.addAll(dots(one, 0));
    dots.addAll(dots(other, 1));
    final List<Line> lines =
        matching.edges().stream()
            .filter(edge -> edge.probability() >= FAINTEST)
            .map(e -> new Line(e.left(), POINTS + e.right(), e.probability(), isRight(e)))
            .toList();
    final String caption = "%d of %d points right".formatted(right(matching), POINTS);
    final String probabilities =
        matching.edges().stream()
            .filter(this::isRight)
            .map(edge -> "%.0f %%".formatted(100 * edge.probability()))
            .collect(Collectors.joining(", "));
    return new Drawing(
        name,
        caption,
        caption + "; probabilities of their true partners: " + probabilities,
        dots,
        lines,
        List.of());
  }

  /** Of one frame, y upwards; as large as the cloud allows. */
  private static List<Dot> dots(final double[][] points, final int frame) {
    final double[] middle = {centre(points, 0), centre(points, 1)};
    final double reach =
        Arrays.stream(points)
            .mapToDouble(p -> Math.max(Math.abs(p[0] - middle[0]), Math.abs(p[1] - middle[1])))
            .max()
            .orElseThrow();
    return Arrays.stream(points)
        .map(
            p ->
                new Dot(
                    frame,
                    0.5 + MARGIN * (p[0] - middle[0]) / (2 * reach),
                    0.5 - MARGIN * (p[1] - middle[1]) / (2 * reach)))
        .toList();
  }

  private static double centre(final double[][] points, final int axis) {
    final var along = Arrays.stream(points).mapToDouble(p -> p[axis]).summaryStatistics();
    return (along.getMin() + along.getMax()) / 2;
  }
}
