package org.majorant.file;

import java.util.List;
import org.majorant.schema.Columns;
import org.majorant.schema.ModelSpec;
import org.majorant.template.FeatureTemplates;

/**
 * What a spec, or options, say of how examples stand in a file.
 *
 * @param columns what the columns of {@link Format#CSV} and {@link Format#TSV} are; of {@link
 *     Format#CONLL} the label's number alone; null: what each cell says
 * @param templates that make features of a sentence's words, {@link Format#CONLL} and {@link
 *     Format#JSONL} only
 * @param labeled whether a table must have a column of labels, as all but predicting needs
 */
public record Layout(Columns columns, List<String> templates, boolean labeled) {
  /** Where nobody says anything. */
  public static final Layout USUAL = new Layout(null, FeatureTemplates.DEFAULT, true);

  /** As a spec has it. */
  public static Layout of(final ModelSpec spec) {
    return new Layout(spec.getColumns(), spec.getFeatures().getTemplates(), true);
  }

  /** The same with other columns. */
  public Layout with(final Columns others) {
    return new Layout(others, templates, labeled);
  }

  /** The same of a table that may have no column of labels. */
  public Layout unlabeled() {
    return new Layout(columns, templates, false);
  }

  /** The column of the label; null where none is named. */
  String label() {
    return columns == null ? null : columns.getLabel();
  }
}
