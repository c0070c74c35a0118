package org.majorant.learn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.SparseVector;

/**
 * Images of a rectangle or two whose pixels are flipped at times, as grids of what the pixels were.
 * Six features: of a pixel that is set, and of the noisy value of one; of neighbours that are
 * alike, in a row and in a column; and of such ones whose noisy values are alike, too.
 */
public final class NoisyShapes {
  public static final int FEATURES = 6;

  private static final double NOISE = 0.2;

  private final SplittableRandom random;
  private final int side;

  public NoisyShapes(final int side, final long seed) {
    this.side = side;
    random = new SplittableRandom(seed);
  }

  /**
   * The next image.
   *
   * @param hidden the chance that a pixel is not observed
   */
  public Graph next(final double hidden) {
    final int[] pixels = new int[side * side];
    for (int shapes = 1 + random.nextInt(2); shapes > 0; shapes--) {
      draw(pixels);
    }
    final int[] noisy = new int[pixels.length];
    final List<Integer> states = new ArrayList<>();
    for (int i = 0; i < pixels.length; i++) {
      noisy[i] = random.nextDouble() < NOISE ? 1 - pixels[i] : pixels[i];
      states.add(i > 0 && random.nextDouble() < hidden ? null : (Integer) pixels[i]);
    }
    return new Graph(Collections.nCopies(pixels.length, 2), factors(noisy), states);
  }

  private void draw(final int[] pixels) {
    final int top = random.nextInt(side - 2);
    final int left = random.nextInt(side - 2);
    final int bottom = random.nextInt(top + 2, side);
    final int right = random.nextInt(left + 2, side);
    for (int r = top; r <= bottom; r++) {
      for (int c = left; c <= right; c++) {
        pixels[r * side + c] = 1;
      }
    }
  }

  private List<Factor> factors(final int[] noisy) {
    final List<Factor> factors = new ArrayList<>();
    for (int i = 0; i < noisy.length; i++) {
      final SparseVector set =
          new SparseVector(List.of(0, 1), List.of(1f, noisy[i] == 1 ? 1f : -1f));
      factors.add(new Factor(List.of(i), List.of(features(), set), null));
      if (i % side < side - 1) {
        factors.add(alike(i, i + 1, 2, noisy));
      }
      if (i < noisy.length - side) {
        factors.add(alike(i, i + side, 3, noisy));
      }
    }
    return factors;
  }

  private static Factor alike(final int i, final int j, final int feature, final int[] noisy) {
    final SparseVector alike =
        noisy[i] == noisy[j] ? features(feature, feature + 2) : features(feature);
    return new Factor(List.of(i, j), List.of(alike, features(), features(), alike), null);
  }

  private static SparseVector features(final Integer... indices) {
    return new SparseVector(List.of(indices), List.of());
  }
}
