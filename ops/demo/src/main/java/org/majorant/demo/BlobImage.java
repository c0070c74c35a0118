package org.majorant.demo;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.majorant.demo.Exhibit.Words;
import org.majorant.demo.MaskedImage.Neighbours;
import org.majorant.model.GraphPredictor.GraphPrediction;
import org.majorant.model.Prediction;
import org.majorant.ops.http.Picture.Drawing;
import org.majorant.ops.http.Picture.Grid;

/**
 * A small image of blobs. Their colour is another than the ground's, but there is more noise than
 * that, and the light is another in each image: a pixel by itself says little of where it belongs.
 */
record BlobImage(MaskedImage image) implements Specimen {
  static final int WIDTH = 30;
  static final int HEIGHT = 20;

  /** Names of {@link MaskedImage}'s features, in its order. */
  private static final List<String> FEATURES =
      List.of(
          "red beside the mean",
          "green beside the mean",
          "blue beside the mean",
          "red beside the mean, squared",
          "green beside the mean, squared",
          "blue beside the mean, squared",
          "red",
          "green",
          "blue",
          "any pixel",
          "across, squared",
          "down",
          "down, squared",
          "unlike its neighbours",
          "same as beside it",
          "same as beside it, if alike",
          "same as above it",
          "same as above it, if alike");

  private static final double[] GROUND = {0.40, 0.45, 0.50};
  private static final double[] BLOB = {0.58, 0.50, 0.40};
  private static final double NOISE = 0.15; // deviation
  private static final double LIGHT = 0.1; // deviation
  private static final int[] DRAWN_GROUND = {0x1B, 0x36, 0x5D};
  private static final int[] DRAWN_BLOB = {0xF5, 0xB5, 0x3D};
  private static final double LIGHTEST = 255;

  /** A stream of them. */
  static GeneratedData data() {
    return new GeneratedData(
        "model: segmentation\ntask: graph\ninference: trw\n",
        FEATURES,
        300,
        BlobImage::of,
        new Words(
            "Where are the blobs?",
            "Images that were not learned, how probable it is that each pixel shows a blob, and the"
                + " truth; dots are on pixels that are wrong",
            "Image",
            "Pixels wrong",
            "Share of the pixels of %d images, by version".formatted(GeneratedData.HELD_OUT)));
  }

  /** The image of a seed. */
  static BlobImage of(final long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    final boolean[] mask = blobs(random);
    final double light = LIGHT * random.nextGaussian();
    final double[][] colours = new double[mask.length][3];
    for (int v = 0; v < mask.length; v++) {
      for (int c = 0; c < 3; c++) {
        final double x = (mask[v] ? BLOB : GROUND)[c] + light + NOISE * random.nextGaussian();
        colours[v][c] = Math.max(0, Math.min(1, x));
      }
    }
    return new BlobImage(new MaskedImage(WIDTH, HEIGHT, colours, mask));
  }

  private static boolean[] blobs(final SplittableRandom random) {
    final boolean[] mask = new boolean[WIDTH * HEIGHT];
    for (int b = random.nextInt(2, 4); b > 0; b--) {
      final double x = random.nextDouble(3, WIDTH - 3);
      final double y = random.nextDouble(3, HEIGHT - 3);
      final double across = random.nextDouble(3, 7);
      final double down = random.nextDouble(3, 6);
      for (int v = 0; v < mask.length; v++) {
        mask[v] |= Math.hypot((v % WIDTH - x) / across, (v / WIDTH - y) / down) < 1;
      }
    }
    return mask;
  }

  @Override
  public byte[] record() {
    return image.record(Neighbours.JOINED);
  }

  /** The share of pixels that are wrong. */
  @Override
  public double score(final Prediction prediction) {
    return (double) wrong((GraphPrediction) prediction).length / image.size();
  }

  private int[] wrong(final GraphPrediction prediction) {
    return IntStream.range(0, image.size())
        .filter(v -> prediction.states().get(v) == 1 != image.mask()[v])
        .toArray();
  }

  @Override
  public Drawing draw(final String name, final Prediction prediction) {
    final GraphPrediction graph = (GraphPrediction) prediction;
    final int[] wrong = wrong(graph);
    final double sure =
        IntStream.range(0, image.size())
            .mapToDouble(v -> graph.probabilities().get(v).get(image.mask()[v] ? 1 : 0))
            .average()
            .orElseThrow();
    final String caption = "%d of %d pixels wrong".formatted(wrong.length, image.size());
    final int[] seen = Arrays.stream(image.colours()).mapToInt(BlobImage::rgb).toArray();
    final int[] marginals =
        graph.probabilities().stream().mapToInt(p -> between(p.get(1))).toArray();
    final int[] truth =
        IntStream.range(0, image.size()).map(v -> between(image.mask()[v] ? 1 : 0)).toArray();
    return new Drawing(
        name,
        caption,
        "%s; the mean probability of a pixel's truth is %.0f %%".formatted(caption, 100 * sure),
        List.of(),
        List.of(),
        List.of(
            new Grid("image", WIDTH, seen, new int[0]),
            new Grid("marginals", WIDTH, marginals, wrong),
            new Grid("truth", WIDTH, truth, new int[0])));
  }

  private static int rgb(final double[] colour) {
    int rgb = 0;
    for (final double part : colour) {
      rgb = rgb << 8 | (int) Math.round(LIGHTEST * part);
    }
    return rgb;
  }

  /** The colour of a probability that a pixel is of a blob. */
  private static int between(final double p) {
    int rgb = 0;
    for (int c = 0; c < 3; c++) {
      rgb = rgb << 8 | (int) Math.round((1 - p) * DRAWN_GROUND[c] + p * DRAWN_BLOB[c]);
    }
    return rgb;
  }
}
