package org.majorant.acceptance.faults;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.learn.Worker;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Summary;
import org.majorant.model.Model;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.tally.Baselines;

/**
 * A learner of the same records to which nothing happens: one worker in memory, which learns all in
 * the order in which they were sent. On one partition that is the order of its log. What
 * standardizes the features it takes over: several learners agree on that as their first examples
 * come.
 */
final class Undisturbed {
  private final ModelSpec spec;
  private final byte[] name;
  private final Worker worker;
  private final ExampleMapper mapper;

  private Undisturbed(final Story story, final Moments moments) {
    spec = story.model().spec();
    name = spec.getModel().getBytes(StandardCharsets.UTF_8);
    worker = new Worker(spec, 0, new Baselines(spec.getLabels().size()));
    mapper =
        new ExampleMapper(
            spec,
            new FeatureSpace(spec, moments),
            story
                .encoding()
                .format()
                .decoder(spec, LiveSystem.MAX_EXAMPLE_BYTES, SchemaRegistry.NONE));
  }

  /**
   * What it knows after so many records.
   *
   * @param moments what standardizes the features; null where the spec does not
   * @param records by their places
   * @param isLost by a record's place
   */
  static Model model(
      final Story story,
      final Moments moments,
      final LongFunction<byte[]> records,
      final long sent,
      final LongPredicate isLost) {
    final Undisturbed undisturbed = new Undisturbed(story, moments);
    for (long place = 0; place < sent; place++) {
      if (!isLost.test(place)) {
        undisturbed.learn(records.apply(place));
      }
    }
    final Summary summary = undisturbed.worker.ship(sent, 0);
    final Surrogate known = Surrogate.of(undisturbed.spec);
    known.add(summary.site());
    final Surrogate.Solution solution = known.solve();
    final List<Double> losses = Arrays.stream(summary.members()).boxed().toList();
    return solution
        .model(undisturbed.spec, 1)
        .with(moments)
        .mixing(solution.members(undisturbed.spec, losses));
  }

  private void learn(final byte[] record) {
    try {
      mapper.decode(record);
      if (mapper.isOfAnother(name)) {
        return;
      }
      final Example example = mapper.map();
      if (example.isLabeled()) {
        worker.learn(example, 0);
      }
    } catch (final RejectedExample e) {
      return; // a dead letter
    }
  }
}
