package org.majorant.event;

import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;

/** A format of events. For one thread. */
interface EventSource {
  /**
   * Tells all values of an event.
   *
   * @param value the whole value of a record, not null
   * @param root where its fields are
   * @return whether it has a row at all: what says that something was deleted has none
   * @throws RejectedExample where it is not of this format
   * @throws org.majorant.schema.RegistryException where its schema cannot be had now
   */
  boolean read(byte[] value, RecordHeaders headers, EventPath root, EventLeaves leaves)
      throws RejectedExample;
}
