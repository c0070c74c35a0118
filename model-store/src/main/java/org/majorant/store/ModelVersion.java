package org.majorant.store;

import org.majorant.model.Model;
import org.majorant.schema.ModelHead;

/**
 * One published version of a model.
 *
 * @param head where it comes from and how well it did
 * @param model its parameters, to predict with
 */
public record ModelVersion(ModelHead head, Model model) {
  /** Its number: 1, 2, … */
  public long version() {
    return head.getVersion();
  }
}
