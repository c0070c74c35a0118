package org.majorant.event;

import static org.majorant.schema.RejectedExample.quote;

import java.util.List;
import org.majorant.schema.EventFormat;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * What the fields at the top of a value are: those of the row, or what is told about the row that
 * is in one of them.
 *
 * <pre>
 *   debezium      {"before": …, "after": ROW, "op": "c", "source": {…}}    debezium.op, …
 *                 or as the "payload" beside a "schema"
 *   cloudevents   {"specversion": "1.0", "type": "t", "data": ROW}         ce.type, …
 * </pre>
 */
enum Envelope {
  NONE("", "") {
    @Override
    EventPath at(final EventPath root, final String field) {
      return root.child(field);
    }

    @Override
    boolean hasRow(final EventPath root, final EventLeaves leaves) {
      return true;
    }
  },

  DEBEZIUM("debezium", "op") {
    @Override
    EventPath at(final EventPath root, final String field) {
      return switch (field) {
        case "after" -> root;
        case "payload" -> null;
        case "before", "schema" -> root.nowhere();
        default -> about(root, field);
      };
    }
  },

  CLOUDEVENTS("ce", "specversion") {
    @Override
    EventPath at(final EventPath root, final String field) {
      return field.equals("data") || field.equals("data_base64") ? root : about(root, field);
    }
  };

  private final String name;
  private final String always;

  /**
   * @param name that what it tells about a row is reached by
   * @param always a field that is always there
   */
  Envelope(final String name, final String always) {
    this.name = name;
    this.always = always;
  }

  static Envelope of(final EventFormat format) {
    return switch (format) {
      case JSON, AVRO -> NONE;
      case DEBEZIUM -> DEBEZIUM;
      case CLOUDEVENTS -> CLOUDEVENTS;
    };
  }

  /** The place of a field at the top; null: what is in it is at the top, too. */
  abstract EventPath at(EventPath root, String field);

  /** What it tells about a row makes no features. */
  List<String> featureless() {
    return this == NONE ? List.of() : List.of(name);
  }

  /** What it looks at itself. */
  List<String> asked() {
    return this == NONE ? List.of() : List.of(name + "." + always);
  }

  EventPath about(final EventPath root, final String field) {
    return root.child(name).child(field);
  }

  /**
   * Whether a value that was read has a row.
   *
   * @throws RejectedExample where it is not such a value at all
   */
  boolean hasRow(final EventPath root, final EventLeaves leaves) throws RejectedExample {
    if (!leaves.isThere(about(root, always))) {
      throw new RejectedExample(
          Rejection.UNDECODABLE, "no " + quote(always) + "; expected an event of " + name);
    }
    return leaves.isRow(root);
  }
}
