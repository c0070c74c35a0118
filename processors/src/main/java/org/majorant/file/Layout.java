package org.majorant.file;

import java.util.List;
import org.majorant.schema.Columns;
import org.majorant.schema.Events;
import org.majorant.schema.ModelSpec;
import org.majorant.template.FeatureTemplates;

/**
 * What a spec, or options, say of how examples stand in a file.
 *
 * @param columns what the columns of {@link Format#CSV} and {@link Format#TSV} are; of {@link
 *     Format#CONLL} the label's number alone; null: what each cell says
 * @param events which records of {@link Format#AVRO} and {@link Format#PARQUET} are wanted, and how
 *     lines of {@link Format#JSONL} are read; null: all, and as examples
 * @param templates that make features of a sentence's words, {@link Format#CONLL} and {@link
 *     Format#JSONL} only
 * @param labeled whether a table must have a column of labels, as all but predicting needs
 */
public record Layout(Columns columns, Events events, List<String> templates, boolean labeled) {
  /** Where nobody says anything. */
  public static final Layout USUAL = new Layout(null, null, FeatureTemplates.DEFAULT, true);

  /** As a spec has it. */
  public static Layout of(final ModelSpec spec) {
    return new Layout(spec.getColumns(), spec.getEvents(), spec.getFeatures().getTemplates(), true);
  }

  /** The same with other columns. */
  public Layout with(final Columns others) {
    return new Layout(others, events, templates, labeled);
  }

  /** The same of a table that may have no column of labels. */
  public Layout unlabeled() {
    return new Layout(columns, events, templates, false);
  }

  /** The column of the label; null where none is named. */
  String label() {
    return columns == null ? null : columns.getLabel();
  }
}
