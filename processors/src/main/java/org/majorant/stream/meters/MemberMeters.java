package org.majorant.stream.meters;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.majorant.features.Views;
import org.majorant.model.Mixture;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;

/** The gauges of what members weigh in the newest version, and those of each view together. */
public final class MemberMeters {
  private final MeterRegistry registry;
  private final Tags tags;
  private final Supplier<ModelHead> newest;

  /**
   * @param newest gives null before the first version
   */
  public MemberMeters(
      final MeterRegistry registry,
      final Tags tags,
      final ModelSpec spec,
      final Supplier<ModelHead> newest) {
    this.registry = registry;
    this.tags = tags;
    this.newest = newest;
    Mixture.of(spec).members(List.of(), List.of()).stream()
        .map(MemberMeters::tags)
        .distinct() // each view has such a member
        .forEach(
            own ->
                gauge(
                    "majorant.member.weight",
                    "What a member weighs in the newest version, in all views",
                    own,
                    member -> tags(member).equals(own)));
    for (int v = 0; Views.areIn(spec) && v <= spec.getViews().size(); v++) {
      final int view = v;
      gauge(
          "majorant.view.weight",
          "What the members of a view, or of the stack, weigh in the newest version",
          Tags.of("view", Views.name(spec, view)),
          member -> member.getView() == view);
    }
  }

  private static Tags tags(final Member member) {
    return Tags.of(
        "prior", String.valueOf(member.getPrior()),
        "temperature", String.valueOf(member.getTemperature()),
        "half.life", String.valueOf(member.getHalfLife()));
  }

  private void gauge(
      final String name, final String help, final Tags own, final Predicate<Member> members) {
    final Supplier<Number> weight = () -> weight(newest.get(), members);
    Gauge.builder(name, weight).description(help).tags(tags.and(own)).register(registry);
  }

  private static double weight(final ModelHead head, final Predicate<Member> members) {
    return head == null
        ? 0
        : head.getMembers().stream().filter(members).mapToDouble(Member::getWeight).sum();
  }
}
