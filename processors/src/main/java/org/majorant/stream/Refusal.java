package org.majorant.stream;

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
  /** It cannot be decoded, is not finite, or has negative curvature. */
  STATE
}
