package org.majorant.ops.http.inference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.UnsupportedMediaTypeResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The text of a request, in UTF-8 and of a type that says so. */
public final class RequestBody {
  /** Bytes at most. */
  public static final long MOST_BYTES = 4 << 20;

  /** About a second's work on Adult; bytes alone do not bound it, for an example may be small. */
  public static final int MOST_EXAMPLES = 10_000;

  private static final String CSV = "text/csv";

  /** A parameter of a type. */
  private static final Pattern CHARSET =
      Pattern.compile("\\s*charset\\s*=\\s*\"?([^\"]*?)\"?\\s*", Pattern.CASE_INSENSITIVE);

  private static final Set<String> READ = Set.of("utf-8", "utf8", "us-ascii");

  private RequestBody() {}

  /**
   * Whether the body is a table, else it is JSON. Pages of strangers may send a form without being
   * asked whether they may, but neither of these.
   *
   * @throws UnsupportedMediaTypeResponse where it is neither
   */
  static boolean isTable(final Context ctx) {
    final String sent = Optional.ofNullable(ctx.header(Header.CONTENT_TYPE)).orElse("");
    if (sent.equals(ContentType.JSON)) {
      return false;
    }
    final String[] type = sent.split(";", -1);
    final boolean table = type[0].strip().equalsIgnoreCase(CSV);
    if (!table && !type[0].strip().equalsIgnoreCase(ContentType.JSON)) {
      throw new UnsupportedMediaTypeResponse(
          "a body of type '%s' is not read: send Content-Type: application/json, or %s for rows"
              .formatted(type[0].strip(), CSV));
    }
    Arrays.stream(type)
        .map(CHARSET::matcher)
        .filter(charset -> charset.matches() && !READ.contains(charset.group(1).toLowerCase(ROOT)))
        .forEach(
            other -> {
              throw new UnsupportedMediaTypeResponse(
                  "a body in '%s' is not read: send it in UTF-8".formatted(other.group(1)));
            });
    return table;
  }

  /**
   * @throws BadRequestResponse where it is not UTF-8
   * @throws ContentTooLargeResponse where it is larger than {@link #MOST_BYTES}
   */
  static String text(final Context ctx) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(ctx.bodyAsBytes())).toString();
    } catch (final CharacterCodingException e) {
      throw new BadRequestResponse("the body has bytes that are not UTF-8: send it in UTF-8");
    } catch (final HttpResponseException e) {
      throw e.getStatus() == HttpStatus.CONTENT_TOO_LARGE.getCode()
          ? new ContentTooLargeResponse(
              "the body is larger than %d bytes: send fewer examples at a time"
                  .formatted(MOST_BYTES))
          : e;
    }
  }
}
