package org.majorant.model;

import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;

/** Which members a version can have, see {@link Mixture}. */
public final class MemberRules {
  private MemberRules() {}

  /**
   * Refuses what no version has.
   *
   * @param spec of the version
   * @param commonSquare R̄, see {@link Model}
   * @throws IllegalArgumentException where they are no members, or do not weigh 1 together; where
   *     R̄ is not what scales the spec's prior
   */
  public static void require(
      final ModelSpec spec, final List<Member> members, final double commonSquare) {
    final double sum = members.stream().mapToDouble(Member::getWeight).sum();
    final boolean whole = members.isEmpty() || Math.abs(sum - 1) <= Mixture.ROUNDING;
    final boolean suits = members.isEmpty() || Mixture.suits(spec);
    final long length = Double.BYTES * Dimensions.of(spec).parameters();
    if (!whole
        || !suits
        || lackWeights(spec, members)
        || !members.stream().allMatch(member -> isPossible(member, length))) {
      throw new IllegalArgumentException("members that are not those of a mixture");
    }
    final boolean common = spec.getPriorScale() == PriorScale.COMMON;
    final boolean scales = commonSquare > 0 && commonSquare <= Double.MAX_VALUE;
    if (common ? !scales && !(members.isEmpty() && commonSquare == 0) : commonSquare != 0) {
      throw new IllegalArgumentException(
          "commonSquare " + commonSquare + " is not what scales the prior of its spec");
    }
  }

  /** Whether weights are not there that follow from nothing: another prior's or memory's. */
  private static boolean lackWeights(final ModelSpec spec, final List<Member> members) {
    Member last = new Member(1.0, 1.0, 0.0, null, 0.0);
    boolean lack = false;
    for (final Member member : members) {
      lack |= !Mixture.readAlike(member, last) && member.getWeights() == null;
      last = member;
    }
    return lack && spec.getCurvature() == Curvature.FULL;
  }

  private static boolean isPossible(final Member member, final long length) {
    return (member.getWeights() == null || member.getWeights().remaining() == length)
        && member.getPrior() > 0
        && member.getPrior() <= Double.MAX_VALUE
        && member.getTemperature() > 0
        && member.getTemperature() <= Double.MAX_VALUE
        && member.getWeight() >= 0
        && member.getHalfLife() >= 0
        && member.getHalfLife() <= Double.MAX_VALUE;
  }
}
