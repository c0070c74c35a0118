package org.majorant.majorize;

/** Why a summary is not merged. */
public enum Refusal {
  /** It was learned by another spec, so that its numbers mean something else. */
  SPEC,
  /** It was learned on a base that this model never had. */
  BASE,
  /** Offsets before it are missing, and nobody said that they are lost. */
  GAP,
  /** Some of its offsets are known already, some are not. */
  OVERLAP,
  /** Its offsets are not all on the input topic. */
  RANGE,
  /** Its counts do not add up to its range, are negative, or are not finite. */
  TALLY,
  /** It cannot be decoded, is not finite, or has negative curvature. */
  STATE,
  /** Its time is one that no worker can have reached: everything else would count as old. */
  TIME,
  /** With it the base cannot be solved. */
  UNSOLVABLE
}
