package org.majorant.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.LogicalTypes;
import org.apache.avro.LogicalTypes.Decimal;
import org.apache.avro.Schema;
import org.majorant.schema.AvroCursor;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * How values of one schema are walked over: what depends on the schema alone is decided once, and
 * not for each value. A value without a name of its own, of an array or a union, is told at the
 * path of what has it. For one thread.
 */
final class AvroRecord {
  private static final int DEEPEST = 32;

  /** Beyond, a double cannot say each whole number. */
  private static final long EXACT = 1L << 53;

  private final Map<Schema, Step> records = new IdentityHashMap<>();
  private final List<String> names;
  private final List<Step> fields;

  /** Tells one value. */
  @FunctionalInterface
  private interface Step {
    /**
     * @param bag whether what has the same path may come many times
     */
    void read(AvroCursor in, EventPath path, boolean bag, EventLeaves leaves)
        throws RejectedExample;
  }

  /**
   * @param schema of a record
   */
  AvroRecord(final Schema schema) {
    names = schema.getFields().stream().map(Schema.Field::name).toList();
    fields = schema.getFields().stream().map(field -> step(field.schema())).toList();
  }

  /** Tells the fields of a value, whose first byte is next. */
  void top(
      final AvroCursor in, final Envelope envelope, final EventPath root, final EventLeaves leaves)
      throws RejectedExample {
    for (int i = 0; i < fields.size(); i++) {
      final EventPath path = envelope.at(root, names.get(i));
      fields.get(i).read(in, path == null ? root.nowhere() : path, false, leaves);
    }
  }

  private Step step(final Schema type) {
    return switch (type.getType()) {
      case NULL -> AvroRecord::none;
      case BOOLEAN ->
          (in, path, bag, leaves) ->
              text(Boolean.toString(in.readBoolean("boolean")), path, bag, leaves);
      case INT, LONG -> whole(AvroTime.of(type.getLogicalType()).orElse(null));
      case FLOAT -> (in, path, bag, leaves) -> fraction(in.readFloat("float"), path, bag, leaves);
      case DOUBLE -> (in, path, bag, leaves) -> number(in.readDouble("double"), path, bag, leaves);
      case STRING -> (in, path, bag, leaves) -> text(in.readText("string"), path, bag, leaves);
      case ENUM -> symbol(type.getEnumSymbols());
      case BYTES, FIXED -> bytes(type);
      case ARRAY -> array(type.getElementType());
      case MAP -> map(step(type.getValueType()));
      case UNION -> union(type.getTypes().stream().map(this::step).toList());
      case RECORD -> record(type);
    };
  }

  private static void none(
      final AvroCursor in, final EventPath path, final boolean bag, final EventLeaves leaves)
      throws RejectedExample {
    if (!bag) {
      leaves.none(path);
    }
  }

  private static void text(
      final String text, final EventPath path, final boolean bag, final EventLeaves leaves)
      throws RejectedExample {
    if (bag) {
      leaves.element(path, text);
    } else {
      leaves.text(path, text);
    }
  }

  private static void number(
      final double number, final EventPath path, final boolean bag, final EventLeaves leaves)
      throws RejectedExample {
    if (bag) {
      leaves.addend(path, number);
    } else {
      leaves.number(path, number);
    }
  }

  /** What a double cannot say, by its digits. */
  private static void digits(
      final String digits, final EventPath path, final boolean bag, final EventLeaves leaves)
      throws RejectedExample {
    if (bag) {
      leaves.addend(path, Double.parseDouble(digits));
    } else {
      leaves.digits(path, digits);
    }
  }

  /** As a double it would have other digits than in a table. */
  private static void fraction(
      final float value, final EventPath path, final boolean bag, final EventLeaves leaves)
      throws RejectedExample {
    if (value == Math.rint(value) || !Float.isFinite(value)) {
      number(value, path, bag, leaves);
    } else {
      digits(Float.toString(value), path, bag, leaves);
    }
  }

  /**
   * @param time null: it is a number
   */
  private static Step whole(final AvroTime time) {
    if (time == null) {
      return (in, path, bag, leaves) -> {
        final long value = in.readLong("whole number");
        if (Math.abs(value) <= EXACT) {
          number(value, path, bag, leaves);
        } else {
          digits(Long.toString(value), path, bag, leaves);
        }
      };
    }
    return (in, path, bag, leaves) -> {
      final long value = in.readLong("time");
      try {
        if (time.isInstant()) {
          leaves.instant(path, time.at(value), bag);
        } else {
          leaves.time(path, time.at(value), time.isTimed(), bag);
        }
      } catch (final DateTimeException e) {
        throw new RejectedExample(
            Rejection.VALUE,
            RejectedExample.quote(path.toString()) + " is a time beyond all years");
      }
    };
  }

  private static Step symbol(final List<String> symbols) {
    return (in, path, bag, leaves) ->
        text(symbols.get(in.branch(symbols.size(), "symbol")), path, bag, leaves);
  }

  /** Decimals are numbers, identifiers texts; other bytes make no features. */
  private static Step bytes(final Schema type) {
    final boolean fixed = type.getType() == Schema.Type.FIXED;
    final int size = fixed ? type.getFixedSize() : -1;
    if (type.getLogicalType() instanceof Decimal decimal) {
      return (in, path, bag, leaves) -> {
        final byte[] value = fixed ? in.readFixed(size, "fixed") : in.readBytes("bytes");
        if (value.length == 0) {
          throw new RejectedExample(
              Rejection.UNDECODABLE, RejectedExample.quote(path.toString()) + " has no digits");
        }
        final BigDecimal number = new BigDecimal(new BigInteger(value), decimal.getScale());
        digits(number.toPlainString(), path, bag, leaves);
      };
    }
    if (fixed && size == 16 && type.getLogicalType() instanceof LogicalTypes.Uuid) {
      return (in, path, bag, leaves) -> {
        final ByteBuffer halves = ByteBuffer.wrap(in.readFixed(size, "uuid"));
        text(new UUID(halves.getLong(), halves.getLong()).toString(), path, bag, leaves);
      };
    }
    return (in, path, bag, leaves) -> {
      if (fixed) {
        in.readFixed(size, "fixed");
      } else {
        in.readBytes("bytes");
      }
      if (!bag) {
        leaves.bytes(path);
      }
    };
  }

  /** Numbers have a meaning each by their position; of texts and records there is a bag. */
  private Step array(final Schema type) {
    final Step item = step(type);
    final boolean placed = isPlaced(type);
    return (in, path, bag, leaves) -> {
      if (!bag) {
        leaves.array(path);
      }
      int at = 0;
      for (int n = in.block(1, "items"); n > 0; n = in.block(1, "items")) {
        for (int i = 0; i < n; i++, at++) {
          final boolean one = placed && !bag;
          item.read(in, one ? path.child(at) : path, !one, leaves);
        }
      }
    };
  }

  private static boolean isPlaced(final Schema type) {
    return switch (type.getType()) {
      case INT, LONG, FLOAT, DOUBLE, ARRAY -> true;
      case BYTES, FIXED -> type.getLogicalType() instanceof Decimal;
      case UNION ->
          type.getTypes().stream()
              .filter(branch -> branch.getType() != Schema.Type.NULL)
              .allMatch(AvroRecord::isPlaced);
      default -> false;
    };
  }

  private static Step map(final Step value) {
    return (in, path, bag, leaves) -> {
      if (!bag) {
        leaves.record(path);
      }
      for (int n = in.block(2, "entries"); n > 0; n = in.block(2, "entries")) {
        for (int i = 0; i < n; i++) {
          value.read(in, path.child(in.readText("key")), bag, leaves);
        }
      }
    };
  }

  private static Step union(final List<Step> branches) {
    return (in, path, bag, leaves) ->
        branches.get(in.branch(branches.size(), "union")).read(in, path, bag, leaves);
  }

  /** A record may contain itself: it is compiled when it is met first. */
  private Step record(final Schema type) {
    return (in, path, bag, leaves) -> {
      if (path.depth() >= DEEPEST) {
        throw new RejectedExample(
            Rejection.LENGTH, "more than the " + DEEPEST + " levels of an event");
      }
      if (!bag) {
        leaves.record(path);
      }
      Step known = records.get(type);
      if (known == null) {
        known = fields(type);
        records.put(type, known);
      }
      known.read(in, path, bag, leaves);
    };
  }

  private Step fields(final Schema type) {
    final String[] all = type.getFields().stream().map(Schema.Field::name).toArray(String[]::new);
    final Step[] steps =
        type.getFields().stream().map(field -> step(field.schema())).toArray(Step[]::new);
    return (in, path, bag, leaves) -> {
      for (int i = 0; i < steps.length; i++) {
        steps[i].read(in, path.child(all[i]), bag, leaves);
      }
    };
  }
}
