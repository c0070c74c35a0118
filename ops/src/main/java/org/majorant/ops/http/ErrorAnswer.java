package org.majorant.ops.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a request gets that cannot be answered, whoever finds out: always {@code {"error": "…"}},
 * one line that says what to do. Jetty itself answers what is no HTTP, before any handler sees it.
 */
final class ErrorAnswer extends ErrorHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswer.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is in the way of an answer now is read, or is asked for again, in about a second. */
  private static final String RETRY_SECONDS = "1";

  /** Answers what handlers throw. */
  static void addTo(final RoutesConfig routes) {
    routes.exception(
        ServiceUnavailableResponse.class,
        (e, ctx) ->
            ctx.status(e.getStatus())
                .header(HttpHeader.RETRY_AFTER.asString(), RETRY_SECONDS)
                .json(of(e.getMessage())));
    routes.exception(
        HttpResponseException.class,
        (e, ctx) -> ctx.status(e.getStatus()).json(of(e.getMessage())));
    routes.exception(
        Exception.class,
        (e, ctx) -> {
          LOG.error("{} {} failed", ctx.req().getMethod(), ctx.path(), e);
          ctx.status(HttpStatus.INTERNAL_SERVER_ERROR_500)
              .json(of("this request failed here: the log of this process says why"));
        });
  }

  private static Map<String, String> of(final String error) {
    return Map.of("error", error);
  }

  @Override
  public boolean handle(final Request request, final Response response, final Callback callback)
      throws JsonProcessingException {
    Gate.HEADERS.forEach(response.getHeaders()::put);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, ContentType.JSON);
    final String reason =
        Optional.ofNullable((String) request.getAttribute(ERROR_MESSAGE))
            .orElseGet(() -> HttpStatus.getMessage(response.getStatus()));
    final String line = reason.replaceAll("\\s+", " ").strip();
    Content.Sink.write(response, true, JSON.writeValueAsString(of(line)), callback);
    return true;
  }
}
