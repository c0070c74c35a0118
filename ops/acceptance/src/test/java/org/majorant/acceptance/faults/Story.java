package org.majorant.acceptance.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What happens in a round. All of it is drawn from the seed before anything runs, so that the same
 * seed tells the same story; only the machine's pace is not in it. Neighbouring seeds take all
 * models in turn.
 *
 * @param late whether labels come later than events, on a topic of their own
 * @param partitions of the input topic
 * @param learners instances that share them
 */
record Story(
    long seed,
    TestedModel model,
    Encoding encoding,
    boolean late,
    int partitions,
    int learners,
    List<Scene> scenes) {
  private static final int[] PARTITIONS = {1, 1, 3, 4};
  private static final int FEWEST_FAULTS = 4;
  private static final int MOST_FAULTS = 8;

  /**
   * One fault.
   *
   * @param calm seconds before it
   * @param learner number of the one that it may fall on
   * @param seconds that it lasts
   * @param pressed whether the next one comes before the system has recovered from this one
   */
  record Scene(double calm, Fault fault, int learner, double seconds, boolean pressed) {
    @Override
    public String toString() {
      return "after %.1f s for %.1f s: %s (learner %d)%s"
          .formatted(calm, seconds, fault.label(), learner + 1, pressed ? ", pressed" : "");
    }
  }

  /** All faults there are. */
  static List<Fault> faults() {
    return Stream.of(LearnerFault.values(), BrokerFault.values(), LogFault.values())
        .<Fault>flatMap(Arrays::stream)
        .toList();
  }

  static Story draw(final long seed) {
    final Random random = new Random(seed);
    final TestedModel[] models = TestedModel.values();
    final TestedModel model = models[(int) Math.floorMod(seed, (long) models.length)];
    final boolean inJson = model != TestedModel.SENTENCES && random.nextInt(3) == 0;
    final int partitions = PARTITIONS[random.nextInt(PARTITIONS.length)];
    final int learners = 1 + random.nextInt(3);
    final List<Fault> faults = new ArrayList<>(faults());
    Collections.shuffle(faults, random);
    if (model == TestedModel.MILLION_WEIGHTS) {
      // its publications take long enough to be killed in
      Collections.swap(faults, 0, faults.indexOf(LearnerFault.KILLED_IN_A_PUBLICATION));
    }
    final int count = FEWEST_FAULTS + random.nextInt(MOST_FAULTS - FEWEST_FAULTS + 1);
    final List<Scene> scenes = new ArrayList<>();
    for (final Fault fault : faults.subList(0, count)) {
      scenes.add(scene(fault, learners, random));
    }
    return new Story(
        seed, model, inJson ? Encoding.JSON : Encoding.AVRO, false, partitions, learners, scenes);
  }

  private static Scene scene(final Fault fault, final int learners, final Random random) {
    final double range = fault.mostSeconds() - fault.leastSeconds();
    return new Scene(
        2.5 * random.nextDouble(),
        fault,
        random.nextInt(learners),
        fault.leastSeconds() + range * random.nextDouble(),
        random.nextInt(5) == 0);
  }

  /**
   * The same with late labels. Of models it has one that is quick, and no records are deleted:
   * whether an event was joined before does not follow from the seed.
   */
  Story withLateLabels() {
    final List<Scene> left =
        scenes.stream().filter(scene -> !scene.fault().deletesInput()).toList();
    return new Story(seed, TestedModel.DIAGONAL, Encoding.JSON, true, partitions, learners, left);
  }

  /** What is learned. */
  Input input() {
    return late ? new LateLabels(this) : new Examples(this);
  }

  /** Whether a fault occurs in it. */
  boolean has(final Fault fault) {
    return scenes.stream().anyMatch(scene -> scene.fault() == fault);
  }

  /** The same without what needs a disk of its own. */
  Story withoutDisks() {
    final List<Scene> left = scenes.stream().filter(scene -> !scene.fault().needsDisk()).toList();
    return new Story(seed, model, encoding, late, partitions, learners, left);
  }

  @Override
  public String toString() {
    return "%d: %s in %s%s on %d partitions, %d learners%n%s"
        .formatted(
            seed,
            model,
            encoding,
            late ? " with late labels" : "",
            partitions,
            learners,
            scenes.stream().map(scene -> "    " + scene).collect(Collectors.joining("\n")));
  }
}
