package org.majorant.acceptance.faults;

/** What becomes of a record. */
enum Fate {
  LEARNED,
  REJECTED,
  UNLABELED,
  OF_ANOTHER_MODEL,
  /** Retention deleted it first, whatever it was. */
  LOST
}
