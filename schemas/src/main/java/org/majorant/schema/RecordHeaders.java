package org.majorant.schema;

/** The headers of one record of a topic. */
@FunctionalInterface
public interface RecordHeaders {
  /** There are none. */
  RecordHeaders NONE = name -> null;

  /** The value of the last header of that name, which may be null; null where there is none. */
  byte[] last(String name);
}
