package org.majorant.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A registry behind the REST API that Confluent's and Apicurio's (below {@code /apis/ccompat/v7})
 * have in common:
 *
 * <pre>
 *   GET  /schemas/ids/{id}               {"schema": "…", "references": […]}
 *   GET  /subjects/{subject}/versions/2  the same, for each {"subject": …, "version": 2} of those
 *   POST /subjects/{subject}/versions    {"schema": "…"}  →  {"id": 7}
 * </pre>
 *
 * A number means the same schema for ever, so that each is asked for once. A registry that does not
 * answer, or does not know a number (yet), is asked again for a while. A number that it then says
 * it does not have is the record's fault: anybody can write one. Such numbers are waited for once a
 * minute, not more, so that many of them do not hold up their reader, and what was refused is not
 * asked for again at once ({@link RefusedSchemas}). Safe for use by many threads, and no lock is
 * held while the registry is asked: it may take seconds, and others know their schemas already.
 */
final class RestRegistry implements SchemaRegistry {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long LEAST_BACKOFF_MILLIS = 100;
  private static final Duration IMPATIENCE = Duration.ofMinutes(1);

  /** "Schema not found", which a wrong address does not say. */
  private static final int UNKNOWN = 40403;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();
  private final Map<Integer, Schema> schemas = new ConcurrentHashMap<>();
  private final Map<Entry, Integer> ids = new ConcurrentHashMap<>();
  private final URI url;
  private final String userInfo;
  private final Duration patience;
  private final LongSupplier nanos;
  private final RefusedSchemas refused;

  /** Until then nothing unknown is waited for. */
  private volatile long impatientUntil;

  /** A schema in its subject; schemas keep their hash. */
  private record Entry(String subject, Schema schema) {}

  /**
   * @param userInfo {@code user:password}, or null
   */
  RestRegistry(final URI url, final String userInfo) {
    this(url, userInfo, PATIENCE, System::nanoTime);
  }

  /**
   * @param nanos a clock, by which refusals end
   */
  RestRegistry(
      final URI url, final String userInfo, final Duration patience, final LongSupplier nanos) {
    this.url = url;
    this.userInfo = userInfo;
    this.patience = patience;
    this.nanos = nanos;
    refused = new RefusedSchemas(nanos);
    impatientUntil = nanos.getAsLong();
  }

  @Override
  public Schema schema(final int id) {
    final Schema known = schemas.get(id);
    if (known != null) {
      return known;
    }
    refused.requireNot(id);
    try {
      final Schema fetched = fetch(id);
      schemas.put(id, fetched);
      return fetched;
    } catch (final SerializationException e) {
      refused.add(id, e.getMessage());
      throw e;
    }
  }

  @Override
  public int register(final String subject, final Schema schema) {
    final Entry entry = new Entry(subject, schema);
    final Integer known = ids.get(entry);
    if (known != null) {
      return known;
    }
    final int id = post(entry);
    ids.put(entry, id);
    return id;
  }

  private Schema fetch(final int id) {
    try {
      final String what = "schema " + id;
      return parse(get("/schemas/ids/" + id, what), what, new Schema.Parser(), new HashSet<>());
    } catch (final AvroRuntimeException e) {
      final String why = e.getMessage().lines().findFirst().orElse("");
      throw new SerializationException("schema %d is none of Avro: %s".formatted(id, why), e);
    }
  }

  /** Parses a schema after those that it refers to. */
  private Schema parse(
      final JsonNode entry, final String what, final Schema.Parser parser, final Set<String> seen) {
    for (final JsonNode reference : entry.path("references")) {
      final String subject = reference.path("subject").asText();
      final String path = subjectPath(subject) + "/" + reference.path("version").asInt();
      if (seen.add(path)) {
        parse(get(path, subject + " of " + what), what, parser, seen);
      }
    }
    return parser.parse(entry.path("schema").asText());
  }

  private JsonNode get(final String path, final String what) {
    final HttpResponse<String> answer = ask(request(path).GET());
    if (answer.statusCode() == 404 && error(answer).path("error_code").asInt() == UNKNOWN) {
      impatientUntil = nanos.getAsLong() + IMPATIENCE.toNanos();
      throw new SerializationException(
          "the schema registry at %s does not have %s: register it, or correct --registry-url"
              .formatted(url, what));
    }
    if (answer.statusCode() != 200) {
      throw new RegistryException(
          "the schema registry at %s does not tell %s: %s".formatted(url, what, said(answer)));
    }
    return body(answer);
  }

  private static String subjectPath(final String subject) {
    return "/subjects/" + URLEncoder.encode(subject, UTF_8) + "/versions";
  }

  private int post(final Entry entry) {
    final String schema = entry.schema.toString();
    final String json = JSON.createObjectNode().put("schema", schema).toString();
    final HttpResponse<String> answer =
        ask(
            request(subjectPath(entry.subject))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .POST(BodyPublishers.ofString(json)));
    if (answer.statusCode() != 200) {
      throw new RegistryException(
          "the schema registry at %s does not take %s for subject %s: %s"
              .formatted(url, entry.schema.getName(), entry.subject, said(answer)));
    }
    final JsonNode id = body(answer).path("id");
    if (!id.isInt()) {
      throw new RegistryException("no id from the schema registry at " + url);
    }
    return id.intValue();
  }

  private HttpRequest.Builder request(final String path) {
    final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
    request.timeout(ANSWER).header("Accept", "application/vnd.schemaregistry.v1+json");
    if (userInfo != null) {
      final String encoded = Base64.getEncoder().encodeToString(userInfo.getBytes(UTF_8));
      request.header("Authorization", "Basic " + encoded);
    }
    return request;
  }

  /** The answer; what may be better in a moment is asked for again. */
  private HttpResponse<String> ask(final HttpRequest.Builder request) {
    final long end = System.nanoTime() + patience.toNanos();
    try {
      for (long wait = LEAST_BACKOFF_MILLIS; ; wait *= 2) {
        final boolean last = System.nanoTime() + Duration.ofMillis(wait).toNanos() > end;
        try {
          final var answer = http.send(request.build(), BodyHandlers.ofString());
          final boolean passing =
              answer.statusCode() >= 500
                  || answer.statusCode() == 404 && nanos.getAsLong() - impatientUntil >= 0;
          if (last || !passing) {
            return answer;
          }
        } catch (final IOException e) {
          if (last) {
            throw new RegistryException(
                "no schema registry answers at %s (%s)"
                    .formatted(url, e.getClass().getSimpleName()),
                e);
          }
        }
        Thread.sleep(wait);
      }
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException("interrupted while asking the schema registry at " + url, e);
    }
  }

  private JsonNode body(final HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (final JsonProcessingException e) {
      throw new RegistryException("what answers at " + url + " is no schema registry", e);
    }
  }

  /** What it said in place of an answer; missing where that is no JSON, and the status says it. */
  private static JsonNode error(final HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (final JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  /** The same in a line. */
  private static String said(final HttpResponse<String> answer) {
    final String message = error(answer).path("message").asText();
    return "%d %s".formatted(answer.statusCode(), message.replaceAll("\\s+", " ")).strip();
  }
}
