package org.majorant.store;

/** The names of Majorant's topics. */
public final class Topics {
  /** Examples to learn from, the default input. */
  public static final String EXAMPLES = "examples";

  /** Bound summaries, keyed by model. */
  public static final String SUMMARIES = "majorant-summaries";

  /** Bases of the surrogates, compacted. */
  public static final String SURROGATES = "majorant-surrogates";

  /** Published versions, compacted. */
  public static final String MODELS = "majorant-models";

  /** Examples that could not be learned from, with the reason. */
  public static final String DEAD_LETTERS = "majorant-dead-letters";

  /** What the models are and what operators ask of them, compacted. */
  public static final String SPECS = "majorant-specs";

  private Topics() {}
}
