package org.majorant.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureNames;
import org.majorant.schema.JsonLimits;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.spec.SpecException;
import org.majorant.spec.SpecFile;

/**
 * A model as a file, JSON:
 *
 * <pre>
 *   {"head": {…},                       what is known of its origin; not read back
 *    "version": 7,
 *    "spec": "model: adult\n…",         YAML, as SpecFile writes it
 *    "moments": {"count": 1000, "means": […], "squares": […], …},     only where it standardizes
 *    "members": [{"prior": 1, "temperature": 0.5, "weight": 0.25}, …],    where they predict
 *    "commonSquare": 0.01,              what scales the prior, where features have that in common
 *    "curvature": {…},                  what it needs to go on learning; only where asked for
 *    "features": [{"index": 3, "name": "age", "weights": [0.25], "precision": [101.5],
 *                  "rms": 1.0}, …]}
 * </pre>
 *
 * <p>Features that were never seen and have no weight are left out; names that are not known, too,
 * and they are not read back. Numbers come back bit by bit.
 */
public final class ModelFile {
  /** A spec is one string, however long. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  JsonLimits.constraints()
                      .rebuild()
                      .maxStringLength(StreamReadConstraints.DEFAULT_MAX_STRING_LEN)
                      .build())
              .build());

  /** One feature's line. */
  private record Feature(
      int index,
      @JsonInclude(Include.NON_NULL) String name,
      double[] weights,
      float[] precision,
      float rms) {}

  /** One member of the mixture. */
  private record Reading(
      double prior,
      double temperature,
      double weight,
      @JsonInclude(Include.NON_NULL) double[] weights,
      @JsonInclude(Include.NON_DEFAULT) double halfLife,
      @JsonInclude(Include.NON_DEFAULT) int view) {
    static Reading of(final Member member) {
      final DoubleBuffer theta = Mixture.weights(member);
      final double[] weights = theta == null ? null : new double[theta.remaining()];
      if (weights != null) {
        theta.get(weights);
      }
      return new Reading(
          member.getPrior(),
          member.getTemperature(),
          member.getWeight(),
          weights,
          member.getHalfLife(),
          member.getView());
    }

    Member member() {
      return new Member(
          prior,
          temperature,
          weight,
          weights == null ? null : Mixture.bytes(weights),
          halfLife,
          view);
    }
  }

  private ModelFile() {}

  /**
   * @param names the names of its features
   * @param head any object that Jackson writes
   * @param out where the file is written; it stays open
   */
  public static void write(
      final Model model, final FeatureNames names, final Object head, final Writer out)
      throws IOException {
    write(model, names, head, null, out);
  }

  /**
   * The same with what a model needs to go on learning.
   *
   * @param curvature any object that Jackson writes; null: none
   */
  public static void write(
      final Model model,
      final FeatureNames names,
      final Object head,
      final Object curvature,
      final Writer out)
      throws IOException {
    final int vectors = Dimensions.of(model.spec()).vectors();
    final JsonGenerator json =
        MAPPER.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.writeStartObject();
    json.writePOJOField("head", head);
    json.writeNumberField("version", model.version());
    json.writeStringField("spec", SpecFile.write(model.spec()));
    final Moments moments = model.moments();
    if (moments != null) {
      json.writePOJOField("moments", Standardizing.of(moments));
    }
    if (!model.members().isEmpty()) {
      json.writePOJOField("members", model.members().stream().map(Reading::of).toList());
    }
    if (model.commonSquare() != 0) {
      json.writeNumberField("commonSquare", model.commonSquare());
    }
    if (curvature != null) {
      json.writePOJOField("curvature", curvature);
    }
    json.writeArrayFieldStart("features");
    for (int i = 0; i < model.rms().length; i++) {
      final double[] weights = Arrays.copyOfRange(model.weights(), i * vectors, (i + 1) * vectors);
      if (model.rms()[i] > 0 || Arrays.stream(weights).anyMatch(w -> w != 0)) {
        final float[] precision =
            Arrays.copyOfRange(model.precision(), i * vectors, (i + 1) * vectors);
        json.writePOJO(new Feature(i, names.of(i), weights, precision, model.rms()[i]));
      }
    }
    json.writeEndArray();
    json.writeEndObject();
    json.flush();
  }

  /**
   * Reads the fields in any order; features that come before the spec are kept until it is known.
   *
   * @throws SpecException where the spec is wrong
   * @throws IOException where it cannot be read, or is no model file; one line
   */
  public static Model read(final Reader in) throws IOException {
    try (JsonParser json = MAPPER.createParser(in)) {
      Model body = null;
      long version = 0;
      Standardizing moments = null;
      Reading[] members = {};
      double commonSquare = 0;
      final List<Feature> early = new ArrayList<>();
      require(json.nextToken() == JsonToken.START_OBJECT);
      for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
        json.nextToken();
        switch (field) {
          case "version" -> version = json.getLongValue();
          case "spec" -> body = empty(SpecFile.read(json.getText()));
          case "moments" -> moments = MAPPER.readValue(json, Standardizing.class);
          case "members" -> members = MAPPER.readValue(json, Reading[].class);
          case "commonSquare" -> commonSquare = json.getDoubleValue();
          case "features" -> readFeatures(json, body, early);
          default -> json.skipChildren();
        }
      }
      requireEnd(json);
      require(body != null);
      for (final Feature feature : early) {
        put(feature, body);
      }
      return complete(body.scaledBy(commonSquare), version, moments, members);
    } catch (final IllegalArgumentException e) {
      throw new IOException("not a model file: " + e.getMessage(), e);
    } catch (final JsonProcessingException e) {
      throw new IOException(
          "not a model file: " + JsonLimits.broken(e).orElse(e.getOriginalMessage()), e);
    }
  }

  /**
   * What a file has under {@code curvature}, as {@link #write} took it; empty where it has none.
   *
   * @throws IOException where it cannot be read, or is another thing; one line
   */
  public static <T> Optional<T> readCurvature(final Reader in, final Class<T> type)
      throws IOException {
    try (JsonParser json = MAPPER.createParser(in)) {
      T curvature = null;
      require(json.nextToken() == JsonToken.START_OBJECT);
      for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
        json.nextToken();
        if (field.equals("curvature")) {
          curvature = MAPPER.readValue(json, type);
        } else {
          json.skipChildren();
        }
      }
      requireEnd(json);
      return Optional.ofNullable(curvature);
    } catch (final JsonProcessingException e) {
      throw new IOException(
          "not a model file: " + JsonLimits.broken(e).orElse(e.getOriginalMessage()), e);
    }
  }

  private static Model complete(
      final Model body, final long version, final Standardizing moments, final Reading[] members)
      throws IOException {
    final Model model =
        new Model(
            body.spec(),
            version,
            body.weights(),
            body.precision(),
            body.rms(),
            moments == null ? null : moments.toMoments(),
            Arrays.stream(members).map(Reading::member).toList(),
            body.commonSquare());
    FeatureMoments.require(model.spec(), model.moments());
    MemberRules.require(model.spec(), model.members(), model.commonSquare());
    return model;
  }

  private static Model empty(final ModelSpec spec) throws IOException {
    final Dimensions d = Dimensions.of(spec);
    final Optional<String> lack = Model.lackOfRoom(d);
    if (lack.isPresent()) {
      throw new IOException("the model file's model " + lack.get());
    }
    return new Model(
        spec, 0, new double[d.parameters()], new float[d.parameters()], new float[d.features()]);
  }

  /** Puts the features into a model that is known, or else among those that came early. */
  private static void readFeatures(
      final JsonParser json, final Model body, final List<Feature> early) throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      final Feature feature = MAPPER.readValue(json, Feature.class);
      require(feature != null && feature.weights != null && feature.precision != null);
      if (body == null) {
        early.add(feature);
      } else {
        put(feature, body);
      }
    }
  }

  private static void put(final Feature feature, final Model body) throws IOException {
    final int i = feature.index;
    require(i >= 0 && i < body.rms().length);
    final int vectors = body.weights().length / body.rms().length;
    require(feature.weights.length == vectors && feature.precision.length == vectors);
    System.arraycopy(feature.weights, 0, body.weights(), i * vectors, vectors);
    System.arraycopy(feature.precision, 0, body.precision(), i * vectors, vectors);
    body.rms()[i] = feature.rms;
  }

  /** A file to which something was appended is not the one that was written. */
  private static void requireEnd(final JsonParser json) throws IOException {
    if (json.nextToken() != null) {
      throw new IOException("not a model file: there is more after its object");
    }
  }

  static void require(final boolean holds) throws IOException {
    if (!holds) {
      throw new IOException("not a model file: its fields are not those of one");
    }
  }
}
