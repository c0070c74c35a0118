package org.majorant.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What describes a point of a cloud: how the others lie around it. Their number is counted in each
 * sector of each ring around the point (the shape context of Belongie, Malik and Puzicha 2002);
 * then come their distances, ascending. Sectors begin where the cloud's middle is, so that turning
 * the cloud changes nothing. Bending it changes some of these numbers more than others.
 */
final class ShapeContext {
  private static final int RINGS = 5;
  private static final int SECTORS = 12;
  private static final double OUTERMOST = 0.72; // where the last ring begins

  private ShapeContext() {}

  /**
   * Names of the numbers.
   *
   * @param points of a cloud
   */
  static List<String> features(final int points) {
    final List<String> names = new ArrayList<>();
    for (int ring = 1; ring <= RINGS; ring++) {
      for (int sector = 0; sector < SECTORS; sector++) {
        names.add("ring %d at %d°".formatted(ring, 360 / SECTORS * sector));
      }
    }
    for (int k = 1; k < points; k++) {
      names.add("distance %d of %d".formatted(k, points - 1));
    }
    return names;
  }

  /**
   * The numbers, a row a point.
   *
   * @param points of two coordinates each
   */
  static double[][] of(final double[][] points) {
    final double[] middle = {mean(points, 0), mean(points, 1)};
    return Arrays.stream(points).map(p -> of(p, points, middle)).toArray(double[][]::new);
  }

  private static double[] of(final double[] p, final double[][] points, final double[] middle) {
    final double[] x = new double[RINGS * SECTORS + points.length - 1];
    for (final double[] q : points) {
      if (q != p) {
        final double turns = (direction(p, q) - direction(p, middle)) / (2 * Math.PI);
        final int sector = Math.floorMod(Math.round(SECTORS * turns), SECTORS);
        final int ring = (int) Math.min(RINGS - 1, (RINGS - 1) * distance(p, q) / OUTERMOST);
        x[ring * SECTORS + sector]++;
      }
    }
    final double[] distances =
        Arrays.stream(points).mapToDouble(q -> distance(p, q)).sorted().toArray();
    System.arraycopy(distances, 1, x, RINGS * SECTORS, points.length - 1); // without its own
    return x;
  }

  static double distance(final double[] p, final double[] q) {
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  }

  private static double mean(final double[][] points, final int axis) {
    return Arrays.stream(points).mapToDouble(p -> p[axis]).average().orElseThrow();
  }

  private static double direction(final double[] from, final double[] to) {
    return Math.atan2(to[1] - from[1], to[0] - from[0]);
  }
}
