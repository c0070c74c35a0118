package org.majorant.model;

import java.util.List;
import java.util.stream.LongStream;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;

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
    final long[] lengths = lengths(spec);
    if (!whole
        || !suits
        || Views.areIn(spec) && !areOfViews(spec, members)
        || !members.stream().allMatch(member -> isPossible(member, lengths))
        || lackWeights(spec, members)) {
      throw new IllegalArgumentException("members that are not those of a mixture");
    }
    final boolean common = Views.shareScale(spec);
    final boolean scales = commonSquare > 0 && commonSquare <= Double.MAX_VALUE;
    if (common ? !scales && !(members.isEmpty() && commonSquare == 0) : commonSquare != 0) {
      throw new IllegalArgumentException(
          "commonSquare " + commonSquare + " is not what scales the prior of its spec");
    }
  }

  /** Whether they are those of the views and of the stack, which alone can predict by these. */
  private static boolean areOfViews(final ModelSpec spec, final List<Member> members) {
    final List<Reading> readings =
        members.stream()
            .map(m -> new Reading(m.getView(), m.getPrior(), m.getHalfLife()))
            .distinct()
            .toList();
    return readings.equals(Mixture.of(spec).eachReading());
  }

  /** Bytes of the weights of a reading of each view, and of the stack. */
  private static long[] lengths(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    if (!Views.areIn(spec)) {
      return new long[] {(long) Double.BYTES * dimensions.parameters()};
    }
    return LongStream.concat(
            Views.of(spec).blocks().stream()
                .mapToLong(block -> (long) Double.BYTES * block.size() * dimensions.vectors()),
            LongStream.of(0))
        .toArray();
  }

  /** Whether weights are not there that follow from nothing: another prior's or memory's. */
  private static boolean lackWeights(final ModelSpec spec, final List<Member> members) {
    final boolean[] full = areFull(spec);
    Member last = new Member(1.0, 1.0, 0.0, null, 0.0, 0);
    boolean lack = false;
    for (final Member member : members) {
      final boolean follows = member.getPrior() == 1 && member.getHalfLife() == 0;
      final boolean first = !Mixture.readAlike(member, last);
      lack |= first && !follows && member.getWeights() == null && full[member.getView()];
      last = member;
    }
    return lack;
  }

  /** Of each view, and of the stack, whether its curvature is full. */
  private static boolean[] areFull(final ModelSpec spec) {
    if (!Views.areIn(spec)) {
      return new boolean[] {spec.getCurvature() == Curvature.FULL};
    }
    final Views views = Views.of(spec);
    final boolean[] full = new boolean[views.blocks().size() + 1];
    views
        .blocks()
        .forEach(
            block -> full[block.number()] = views.spec(block).getCurvature() == Curvature.FULL);
    return full;
  }

  private static boolean isPossible(final Member member, final long[] lengths) {
    return member.getView() >= 0
        && member.getView() < lengths.length
        && (member.getWeights() == null
            || member.getWeights().remaining() == lengths[member.getView()])
        && member.getPrior() > 0
        && member.getPrior() <= Double.MAX_VALUE
        && member.getTemperature() > 0
        && member.getTemperature() <= Double.MAX_VALUE
        && member.getWeight() >= 0
        && member.getHalfLife() >= 0
        && member.getHalfLife() <= Double.MAX_VALUE;
  }
}
