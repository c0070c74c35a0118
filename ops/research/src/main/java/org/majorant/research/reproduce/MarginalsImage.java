package org.majorant.research.reproduce;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.majorant.demo.MaskedImage;

/** Columns of an image each: its pixels, the truth, and the marginals of some models below. */
final class MarginalsImage {
  private static final int SCALE = 3;
  private static final int GAP = 8;
  private static final int CELL = 64;
  private static final int GROUND = 0xFFFFFF;
  private static final int LIGHTEST = 255;

  private final List<MaskedImage> images;
  private final List<List<double[][]>> rows = new ArrayList<>(); // of images, of colours of pixels

  MarginalsImage(final List<MaskedImage> images) {
    this.images = images;
    rows.add(images.stream().map(MaskedImage::colours).toList());
    add(MarginalsImage::truth);
  }

  private static double[] truth(final MaskedImage image) {
    final double[] truth = new double[image.size()];
    for (int v = 0; v < truth.length; v++) {
      truth[v] = image.mask()[v] ? 1 : 0;
    }
    return truth;
  }

  /** Adds a row of probabilities, which are drawn as grey. */
  void add(final Function<MaskedImage, double[]> probabilities) {
    rows.add(images.stream().map(probabilities).map(MarginalsImage::grey).toList());
  }

  private static double[][] grey(final double[] probabilities) {
    final double[][] colours = new double[probabilities.length][];
    for (int v = 0; v < colours.length; v++) {
      final double p = probabilities[v];
      colours[v] = new double[] {p, p, p};
    }
    return colours;
  }

  /**
   * Writes a PNG.
   *
   * @throws org.majorant.ops.terminal.CommandFailed where it cannot be written
   */
  void write(final Path file) {
    final int cell = SCALE * CELL + GAP;
    final BufferedImage drawn =
        new BufferedImage(
            images.size() * cell - GAP, rows.size() * cell - GAP, BufferedImage.TYPE_INT_RGB);
    for (int x = 0; x < drawn.getWidth(); x++) {
      for (int y = 0; y < drawn.getHeight(); y++) {
        final int column = x % cell / SCALE;
        final int row = y % cell / SCALE;
        final MaskedImage image = images.get(x / cell);
        final boolean inside = column < image.width() && row < image.height();
        drawn.setRGB(
            x,
            y,
            inside ? rgb(rows.get(y / cell).get(x / cell)[row * image.width() + column]) : GROUND);
      }
    }
    PngFile.write(drawn, file);
  }

  private static int rgb(final double[] colour) {
    int rgb = 0;
    for (final double part : colour) {
      rgb = rgb << 8 | (int) Math.round(LIGHTEST * part);
    }
    return rgb;
  }
}
