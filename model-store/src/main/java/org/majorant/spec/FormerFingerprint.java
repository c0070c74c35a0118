package org.majorant.spec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Polynomial;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;

/**
 * The fingerprint of release 0.1: CRC-64-AVRO of the Avro binary of its record ModelSpec, with zero
 * in the place of what may change.
 *
 * <pre>
 *   model, task, labels, input "", features, l2 0, curvature, rank, forgetting, batch 0,
 *   interval 0, keep-versions 0, l1 0, constraints null, guaranteed, latent, max-width 0
 * </pre>
 *
 * <p>The fields are written here by hand, since the record may change and this never may: state
 * that 0.1 has left on topics is known by it.
 */
final class FormerFingerprint {
  /** All that 0.1 could say and that gave state its meaning, by path as in the spec file. */
  static final Set<String> FIELDS =
      Set.of(
          "model",
          "task",
          "labels",
          "latent",
          "forgetting",
          "features.hash-bits",
          "features.dimension",
          "features.names",
          "features.intercept",
          "features.transform",
          "features.templates",
          "features.standardize",
          "features.quadratic",
          "features.rff",
          "features.bandwidth",
          "features.seed",
          "curvature.memory",
          "curvature.rank",
          "curvature.absorb");

  /**
   * What stands where 0.1 wrote which kind of forgetting it is, for a kind that it did not know.
   */
  private static final int UNKNOWN = 5;

  private FormerFingerprint() {}

  /**
   * @param later what the spec says and 0.1 could not say; empty where that is nothing
   */
  static long of(final ModelSpec spec, final byte[] later) {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    try {
      write(spec, encoder);
      encoder.flush();
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
    out.writeBytes(later);
    return SchemaNormalization.fingerprint64(out.toByteArray());
  }

  private static void write(final ModelSpec spec, final BinaryEncoder out) throws IOException {
    out.writeString(spec.getModel());
    out.writeEnum(spec.getTask().ordinal());
    writeStrings(spec.getLabels(), out);
    out.writeString("");
    writeFeatures(spec.getFeatures(), out);
    out.writeDouble(0);
    out.writeEnum(spec.getCurvature().ordinal());
    out.writeInt(spec.getRank());
    writeForgetting(spec.getForgetting(), out);
    out.writeInt(0);
    out.writeLong(0);
    out.writeInt(0);
    out.writeDouble(0);
    out.writeIndex(0);
    out.writeBoolean(spec.getGuaranteed());
    out.writeInt(spec.getLatent());
    out.writeInt(0);
  }

  private static void writeFeatures(final FeatureSpec features, final BinaryEncoder out)
      throws IOException {
    if (features.getSpace() instanceof Indexed indexed) {
      out.writeIndex(0);
      out.writeInt(indexed.getDimension());
    } else if (features.getSpace() instanceof Hashed hashed) {
      out.writeIndex(1);
      out.writeInt(hashed.getBits());
    } else if (features.getSpace() instanceof Named named) {
      out.writeIndex(2);
      writeStrings(named.getNames(), out);
    }
    out.writeBoolean(features.getIntercept());
    out.writeArrayStart();
    out.setItemCount(features.getTransforms().size());
    for (final Enum<?> transform : features.getTransforms()) {
      out.startItem();
      out.writeEnum(transform.ordinal());
    }
    out.writeArrayEnd();
    writeStrings(features.getTemplates(), out);
    out.writeInt(features.getStandardize());
    writeExpansion(features.getExpansion(), out);
  }

  private static void writeExpansion(final Object expansion, final BinaryEncoder out)
      throws IOException {
    if (expansion instanceof RandomFourier fourier) {
      out.writeIndex(2);
      out.writeInt(fourier.getFeatures());
      out.writeDouble(fourier.getBandwidth());
      out.writeLong(fourier.getSeed());
    } else {
      out.writeIndex(expansion instanceof Squares ? 1 : 0);
    }
  }

  private static void writeForgetting(final Object forgetting, final BinaryEncoder out)
      throws IOException {
    if (forgetting instanceof HalfLifeExamples examples) {
      out.writeIndex(1);
      out.writeDouble(examples.getExamples());
    } else if (forgetting instanceof HalfLifeTime time) {
      out.writeIndex(2);
      out.writeLong(time.getMillis());
    } else if (forgetting instanceof Directional directional) {
      out.writeIndex(3);
      out.writeDouble(directional.getTau());
    } else if (forgetting instanceof Polynomial polynomial) {
      out.writeIndex(4);
      out.writeDouble(polynomial.getExponent());
    } else {
      out.writeIndex(forgetting == null ? 0 : UNKNOWN);
    }
  }

  private static void writeStrings(final List<String> strings, final BinaryEncoder out)
      throws IOException {
    out.writeArrayStart();
    out.setItemCount(strings.size());
    for (final String string : strings) {
      out.startItem();
      out.writeString(string);
    }
    out.writeArrayEnd();
  }
}
