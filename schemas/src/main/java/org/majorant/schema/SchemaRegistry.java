package org.majorant.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Where the numbers of schemas in {@link ConfluentFormat} come from. */
public interface SchemaRegistry {
  /** Property of a Kafka client: where the registry's Confluent-compatible API is. */
  String URL = "schema.registry.url";

  /** Property of a Kafka client: {@code user:password}, where the registry asks for it. */
  String USER_INFO = "schema.registry.basic.auth.user.info";

  /** There is none: what is written names its schema itself. */
  SchemaRegistry NONE =
      new SchemaRegistry() {
        @Override
        public Schema schema(final int id) {
          throw new SerializationException(
              "schema %d is in a schema registry, and none is named: --registry-url, or %s"
                  .formatted(id, URL));
        }

        @Override
        public int register(final String subject, final Schema schema) {
          throw new RegistryException("no schema registry is named: --registry-url, or " + URL);
        }
      };

  /**
   * The schema of that number.
   *
   * @throws RegistryException where it cannot be had now
   * @throws SerializationException where there is none, or it is none of Avro
   */
  Schema schema(int id);

  /**
   * The schema of a record, by the number in its header.
   *
   * @throws RejectedExample where there is none, or it is none of Avro
   * @throws RegistryException where it cannot be had now
   */
  default Schema written(final int id) throws RejectedExample {
    if (this == NONE) {
      throw new RejectedExample(
          Rejection.UNDECODABLE, "its schema " + id + " needs a registry: --registry-url");
    }
    try {
      return schema(id);
    } catch (final SerializationException e) {
      throw new RejectedExample(Rejection.UNDECODABLE, e.getMessage());
    }
  }

  /**
   * The number of a schema, which is added to the subject where it is new.
   *
   * @throws RegistryException where it cannot be had now, or the subject does not take the schema
   */
  int register(String subject, Schema schema);

  /**
   * The registry that a Kafka client's properties name, or {@link #NONE}.
   *
   * @throws RegistryException where the property is no address
   */
  static SchemaRegistry of(final Map<?, ?> client) {
    final Object url = client.get(URL);
    if (url == null) {
      return NONE;
    }
    try {
      final URI uri = new URI(url.toString().replaceFirst("/+$", ""));
      if (uri.getHost() == null || !uri.getScheme().matches("https?")) {
        throw new IllegalArgumentException("not http or https");
      }
      return new RestRegistry(uri, (String) client.get(USER_INFO));
    } catch (final URISyntaxException | IllegalArgumentException e) {
      throw new RegistryException(
          "no address of a schema registry: '%s'; http://localhost:8081 is one".formatted(url), e);
    }
  }
}
