package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;

/** A server hears of a model as a subscriber does, a while after it was published. */
final class ServedModel {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private ServedModel() {}

  /** Returns when the server at a URL predicts with a model. */
  static void await(final HttpClient http, final String url, final String model) throws Exception {
    final URI ready = URI.create(url + "/v2/models/" + model + "/ready");
    final Instant end = Instant.now().plus(PATIENCE);
    while (http.send(HttpRequest.newBuilder(ready).build(), BodyHandlers.discarding()).statusCode()
        != 200) {
      assertThat(Instant.now()).as(model).isBefore(end);
      Thread.sleep(50);
    }
  }
}
