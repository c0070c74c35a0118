package org.majorant.event;

/** Hears what the columns of an event have, as it would stand in the cells of a table. */
public interface EventCells {
  /**
   * One value.
   *
   * @param path of the column
   * @param text empty for null
   */
  void cell(String path, String text);

  /** One of several texts of a column. */
  void element(String path, String text);

  /** One of several numbers of a column, of which the sum counts. */
  void addend(String path, double number);
}
