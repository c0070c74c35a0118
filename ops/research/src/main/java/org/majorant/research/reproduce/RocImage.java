package org.majorant.research.reproduce;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.nio.file.Path;

/** ROC curves, a colour each, with their names, in the square of both shares. */
final class RocImage {
  private static final int SIDE = 480;
  private static final int MARGIN = 24;
  private static final int LINE = 18;
  private static final Color FRAME = new Color(0xB0B0B0);
  private static final Color[] COLOURS = {
    new Color(0x707070),
    new Color(0xB3470A),
    new Color(0x7A3FB3),
    new Color(0xB30A5C),
    new Color(0x0A8FB3),
    new Color(0x0A47B3),
    new Color(0x8FB30A),
    new Color(0xD99A00),
    new Color(0x1B8A3A),
    Color.BLACK,
  };

  private final BufferedImage image =
      new BufferedImage(SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, BufferedImage.TYPE_INT_RGB);
  private final Graphics2D graphics = image.createGraphics();
  private int curves;

  RocImage() {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.setColor(FRAME);
    graphics.drawRect(MARGIN, MARGIN, SIDE, SIDE);
    graphics.drawLine(MARGIN, MARGIN + SIDE, MARGIN + SIDE, MARGIN); // by chance
    graphics.setStroke(new BasicStroke(2));
  }

  void add(final String name, final Roc roc) {
    final Path2D curve = new Path2D.Double();
    curve.moveTo(MARGIN, MARGIN + SIDE);
    for (int t = 0; t < roc.falsePositives().length; t++) {
      curve.lineTo(
          MARGIN + SIDE * roc.falsePositives()[t], MARGIN + SIDE * (1 - roc.truePositives()[t]));
    }
    graphics.setColor(COLOURS[curves % COLOURS.length]);
    graphics.draw(curve);
    graphics.drawString(name, MARGIN + SIDE / 2, MARGIN + SIDE / 2 + LINE * ++curves);
  }

  /**
   * Writes a PNG.
   *
   * @throws org.majorant.ops.terminal.CommandFailed where it cannot be written
   */
  void write(final Path file) {
    graphics.dispose();
    PngFile.write(image, file);
  }
}
