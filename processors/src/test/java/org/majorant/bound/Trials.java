package org.majorant.bound;

/**
 * How hard property tests try: seconds in every build, minutes under {@code
 * -Dmajorant.nightly=true}.
 */
public final class Trials {
  /** Random cases of a cheap property: 10,000, or 200,000 in the nightly build. */
  public static final int MANY = Boolean.getBoolean("majorant.nightly") ? 200_000 : 10_000;

  private Trials() {}
}
