package org.majorant.acceptance.faults;

import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.learn.Learner;
import org.majorant.memory.Surrogate;
import org.majorant.model.Model;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.tally.Baselines;

/**
 * A learner of the same records to which nothing happens: one worker in memory, which learns all in
 * the order in which they were sent. On one partition that is the order of its log.
 */
final class Undisturbed {
  private final ModelSpec spec;
  private final byte[] name;
  private final Learner learner;
  private final ExampleMapper mapper;
  private long learned;

  private Undisturbed(final Story story) {
    spec = story.model().spec();
    name = spec.getModel().getBytes(StandardCharsets.UTF_8);
    learner = new Learner(spec, new Baselines(spec.getLabels().size()));
    mapper =
        new ExampleMapper(
            spec,
            new FeatureSpace(spec),
            story
                .encoding()
                .format()
                .decoder(spec, LiveSystem.MAX_EXAMPLE_BYTES, SchemaRegistry.NONE));
  }

  /**
   * What it knows after so many records.
   *
   * @param records by their places
   * @param isLost by a record's place
   */
  static Model model(
      final Story story,
      final LongFunction<byte[]> records,
      final long sent,
      final LongPredicate isLost) {
    final Undisturbed undisturbed = new Undisturbed(story);
    for (long place = 0; place < sent; place++) {
      if (!isLost.test(place)) {
        undisturbed.learn(records.apply(place));
      }
    }
    final Surrogate known = Surrogate.of(undisturbed.spec);
    known.add(undisturbed.learner.ship(false));
    return known.solve().model(undisturbed.spec, 1);
  }

  private void learn(final byte[] record) {
    try {
      mapper.decode(record);
      if (mapper.isOfAnother(name)) {
        return;
      }
      final Example example = mapper.map();
      if (example.isLabeled()) {
        learner.learn(example, learned++);
      }
    } catch (final RejectedExample e) {
      return; // a dead letter
    }
  }
}
