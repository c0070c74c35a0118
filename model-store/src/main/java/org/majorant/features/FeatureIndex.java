package org.majorant.features;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.Named;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * Finds the index of a feature as examples give it, before anything is made of the features.
 * Depending on the spec, an index is taken as given, or is hashed to 2^bits, or is the place of a
 * name in a closed list. Thread-safe, unless it counts names.
 */
final class FeatureIndex {
  /** The index of a feature that the space does not have. */
  static final int ABSENT = -1;

  private enum Kind {
    INDEXED,
    HASHED,
    NAMED
  }

  private final Kind kind;
  private final int size;
  private final Vocabulary names;
  private final NameCounts counted;

  /**
   * @param counted counts the names that are hashed; null: nobody wants to know them
   */
  FeatureIndex(final FeatureSpec spec, final NameCounts counted) {
    final Object space = spec.getSpace();
    kind =
        space instanceof Indexed
            ? Kind.INDEXED
            : space instanceof Hashed ? Kind.HASHED : Kind.NAMED;
    names = new Vocabulary(space instanceof Named named ? named.getNames() : List.of());
    size = Dimensions.inputs(spec);
    this.counted = counted;
  }

  /**
   * The index of a feature of an example.
   *
   * @param i position of the feature in the decoded example
   * @param named whether the example gives its name, not its index
   * @return {@link #ABSENT} where a closed list does not have the name
   * @throws RejectedExample where the index is not in the space, or the space has no names
   */
  int of(final DecodedExample in, final int i, final boolean named) throws RejectedExample {
    return named ? ofName(in.bytes, in.nameOffsets[i], in.nameLengths[i]) : of(in.indices[i]);
  }

  private int of(final int index) throws RejectedExample {
    if (kind == Kind.HASHED) {
      return FeatureHash.of(index) & (size - 1);
    }
    if (index < 0 || index >= size) {
      throw new RejectedExample(
          Rejection.INDEX, "feature index " + index + " is not in 0.." + (size - 1));
    }
    return index;
  }

  /** The index of a feature whose name is a slice of UTF-8, as {@link #of} finds it. */
  int ofName(final byte[] bytes, final int offset, final int length) throws RejectedExample {
    return switch (kind) {
      case HASHED -> hashed(bytes, offset, length);
      case NAMED -> names.indexOf(bytes, offset, length);
      case INDEXED ->
          throw new RejectedExample(
              Rejection.STRUCTURE,
              "features by name need 'features: {hash-bits: …}' or 'names' in the spec");
    };
  }

  private int hashed(final byte[] bytes, final int offset, final int length) {
    final int hash = FeatureHash.of(bytes, offset, length);
    if (counted != null) {
      counted.count(hash, bytes, offset, length);
    }
    return hash & (size - 1);
  }

  /** The place of a name in the closed list; {@link #ABSENT} where it is not listed. */
  int listed(final String name) {
    final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return names.indexOf(utf8, 0, utf8.length);
  }

  /**
   * The index of a feature that is written as text, where no list has it as a name: up to nine
   * digits are an index, and in a hashed space all other text is a name.
   *
   * @param mappedSize how many indices there are after the features were expanded
   */
  int written(final String feature, final int mappedSize) {
    final boolean digits = feature.matches("0|[1-9]\\d{0,8}");
    if (kind == Kind.HASHED) {
      final int hash = digits ? FeatureHash.of(Integer.parseInt(feature)) : FeatureHash.of(feature);
      return hash & (size - 1);
    }
    return digits && Integer.parseInt(feature) < mappedSize ? Integer.parseInt(feature) : ABSENT;
  }
}
