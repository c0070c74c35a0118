package org.majorant.research.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.demo.MaskedImage;

class MarginalsImageTest {
  /** Two columns, three rows; black, but for a white pixel at the end, which shows a horse. */
  private static final MaskedImage IMAGE =
      new MaskedImage(
          2,
          3,
          new double[][] {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}},
          new boolean[] {false, false, false, false, false, true});

  @TempDir private Path dir;

  @Test
  void picture_hasTheImageTheTruthAndTheMarginals() throws Exception {
    final MarginalsImage drawn = new MarginalsImage(List.of(IMAGE));
    drawn.add(image -> new double[] {0, 1, 0, 0, 0, 0});
    final Path file = dir.resolve("one.png");
    drawn.write(file);
    final BufferedImage picture = ImageIO.read(file.toFile());
    final int row = 3 * 64 + 8;
    assertThat(picture.getHeight()).isEqualTo(3 * row - 8);
    assertThat(new Color(picture.getRGB(4, 7))).isEqualTo(Color.WHITE);
    assertThat(new Color(picture.getRGB(1, 7))).isEqualTo(Color.BLACK);
    assertThat(new Color(picture.getRGB(4, row + 7))).isEqualTo(Color.WHITE);
    assertThat(new Color(picture.getRGB(4, 2 * row + 1))).isEqualTo(Color.WHITE);
    assertThat(new Color(picture.getRGB(4, 2 * row + 7))).isEqualTo(Color.BLACK);
  }
}
