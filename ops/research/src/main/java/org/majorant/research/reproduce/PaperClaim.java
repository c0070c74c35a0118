package org.majorant.research.reproduce;

/**
 * What a paper says, beside numbers of a run.
 *
 * @param holds whether they say so, too
 */
record PaperClaim(String text, boolean holds) {
  /** For people. */
  String line() {
    return (holds ? "Agrees with the paper: " : "Does not agree with the paper: ") + text + ".";
  }
}
