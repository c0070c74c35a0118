package org.majorant.research.reproduce;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.List;
import org.majorant.clique.LogPartition;

/**
 * An image of several panels side by side. Each shows the probabilities of two classes as colours,
 * the boundary between them, and the points.
 */
final class DecisionImage {
  private static final int WIDTH = 480;
  private static final int HEIGHT = 320;
  private static final int GAP = 12;
  private static final double DOT = 1.5;
  private static final int BOUNDARY = 0x303030;
  private static final double[] PALE = {250, 222, 205, 205, 222, 250};
  private static final Color[] DARK = {new Color(0xB3470A), new Color(0x0A47B3)};

  private final double halfWidth;
  private final double halfHeight;

  /** Of the plane's part from minus these to these. */
  DecisionImage(final double halfWidth, final double halfHeight) {
    this.halfWidth = halfWidth;
    this.halfHeight = halfHeight;
  }

  /**
   * Writes a PNG.
   *
   * @param points rows of two
   * @throws org.majorant.ops.terminal.CommandFailed where it cannot be written
   */
  void write(final Path file, final List<Classifier> panels, final Table points) {
    final BufferedImage image =
        new BufferedImage(panels.size() * (WIDTH + GAP) - GAP, HEIGHT, BufferedImage.TYPE_INT_RGB);
    final Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), HEIGHT);
    for (int p = 0; p < panels.size(); p++) {
      draw(image, graphics, p * (WIDTH + GAP), panels.get(p), points);
    }
    graphics.dispose();
    PngFile.write(image, file);
  }

  private void draw(
      final BufferedImage image,
      final Graphics2D graphics,
      final int left,
      final Classifier classifier,
      final Table points) {
    for (int i = 0; i < WIDTH; i++) {
      for (int j = 0; j < HEIGHT; j++) {
        final double odds = logOdds(classifier, i, j);
        final boolean boundary =
            odds > 0 != logOdds(classifier, i + 1, j) > 0
                || odds > 0 != logOdds(classifier, i, j + 1) > 0;
        image.setRGB(left + i, j, boundary ? BOUNDARY : colour(odds));
      }
    }
    for (int r = 0; r < points.size(); r++) {
      final double i = WIDTH * (points.rows()[r][0] / halfWidth + 1) / 2;
      final double j = HEIGHT * (1 - points.rows()[r][1] / halfHeight) / 2;
      graphics.setColor(DARK[points.labels()[r]]);
      graphics.fillOval((int) (left + i - DOT), (int) (j - DOT), (int) (2 * DOT), (int) (2 * DOT));
    }
  }

  /** At a pixel. */
  private double logOdds(final Classifier classifier, final int i, final int j) {
    return classifier.logOdds(
        halfWidth * (2 * (i + 0.5) / WIDTH - 1), halfHeight * (1 - 2 * (j + 0.5) / HEIGHT));
  }

  /** From one pale colour to the other. */
  private static int colour(final double logOdds) {
    final double p = LogPartition.sigmoid(logOdds);
    int rgb = 0;
    for (int c = 0; c < 3; c++) {
      rgb = rgb << 8 | (int) Math.round((1 - p) * PALE[c] + p * PALE[3 + c]);
    }
    return rgb;
  }
}
