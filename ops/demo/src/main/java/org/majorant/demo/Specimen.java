package org.majorant.demo;

import org.majorant.model.Prediction;
import org.majorant.ops.http.Picture.Drawing;

/** A made-up example that knows the truth of itself, and so what a prediction of it is worth. */
interface Specimen {
  /** As it stands on the topic, with the truth. */
  byte[] record();

  /** The share that its stream is scored by, of one prediction. */
  double score(Prediction prediction);

  /**
   * Itself, and what a version says of it.
   *
   * @param name to call it by
   */
  Drawing draw(String name, Prediction prediction);
}
