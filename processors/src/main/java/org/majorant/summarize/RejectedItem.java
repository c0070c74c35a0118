package org.majorant.summarize;

import org.majorant.log.InputRecord;
import org.majorant.schema.ExamplePlace;
import org.majorant.schema.RejectedExample;

/**
 * An example that becomes a dead letter.
 *
 * @param record where it came; its value is that of the example alone
 * @param item which of a packed record it is, from 0; null: the record itself
 */
public record RejectedItem(InputRecord record, Integer item, RejectedExample why) {
  public ExamplePlace place() {
    return new ExamplePlace(record.offset(), item == null ? 0 : item);
  }
}
