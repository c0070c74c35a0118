package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.utils.Utils;
import org.majorant.schema.ModelSpec;

/** The names of Majorant's topics. */
public final class Topics {
  /** Labeled examples, any number of partitions: the only topic that others write. */
  public static final String EXAMPLES = "examples";

  /** What the workers have learned since the base that they hold. */
  public static final String SUMMARIES = "majorant-summaries";

  /** How each base and version came about. */
  public static final String ROUNDS = "majorant-rounds";

  /** Bases, from the majorizer to the workers. */
  public static final String SURROGATES = "majorant-surrogates";

  /** Versions, from the majorizer to everybody. */
  public static final String MODELS = "majorant-models";

  /** Rejected examples, with the reason. */
  public static final String DEAD_LETTERS = "majorant-dead-letters";

  /** The models that fleets learn: their specs, and which fleet has which. */
  public static final String SPECS = "majorant-specs";

  private Topics() {}

  /**
   * The partition of a topic on which Kafka's producers write records with the key of a model: all
   * its summaries lie there.
   *
   * @param partitions of the topic, at least 1
   */
  public static int home(final String model, final int partitions) {
    return Utils.toPositive(Utils.murmur2(model.getBytes(UTF_8))) % partitions;
  }

  /** What a model learns from: its input, or the events of its input with their labels. */
  public static String learned(final ModelSpec spec) {
    return spec.getLateLabels() == null ? spec.getInput() : "majorant-joined-" + spec.getModel();
  }
}
