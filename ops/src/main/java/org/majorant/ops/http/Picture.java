package org.majorant.ops.http;

import java.util.List;

/**
 * Examples as one version sees them, for the page to draw: what {@code GET /api/picture} says.
 *
 * @param title a question that the drawings answer
 * @param note how to read them
 * @param version that sees them so; 0: none, before the first
 * @param score what the examples are scored by
 * @param scored which examples these are, and how
 * @param scores of versions up to this one, ascending; where there are many, not of each
 */
public record Picture(
    String title,
    String note,
    long version,
    String score,
    String scored,
    List<Score> scores,
    List<Drawing> drawings) {
  /** A version's score, from 0 to 1. */
  public record Score(long version, double share) {}

  /**
   * One example: dots and lines between them, or grids side by side.
   *
   * @param name to call it by
   * @param caption what came out, in a few words
   * @param text the same with the numbers that are drawn, for who does not see them
   */
  public record Drawing(
      String name,
      String caption,
      String text,
      List<Dot> dots,
      List<Line> lines,
      List<Grid> grids) {}

  /**
   * A place in one of two square frames side by side.
   *
   * @param frame 0 or 1
   * @param x from 0 to 1
   * @param y likewise, downwards
   */
  public record Dot(int frame, double x, double y) {}

  /**
   * A line between two dots.
   *
   * @param from the dot's place in the list
   * @param to likewise
   * @param probability that it is there
   * @param right whether it is
   */
  public record Line(int from, int to, double probability, boolean right) {}

  /**
   * Cells of an image, row by row.
   *
   * @param columns cells of a row
   * @param colours 0xRRGGBB each
   * @param wrong places in the list of cells that are marked
   */
  public record Grid(String name, int columns, int[] colours, int[] wrong) {}
}
