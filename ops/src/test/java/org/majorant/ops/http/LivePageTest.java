package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.read.Passes;

class LivePageTest {
  /** The page stood still from the first error on, without a word. */
  @Test
  void error_inOneSecond_doesNotEndTheSeconds() throws Exception {
    final CountDownLatch seconds = new CountDownLatch(2);
    try (LivePage page =
        new LivePage(
            new LearnedModel(
                Published.COLOURS,
                null,
                new SimpleMeterRegistry(),
                new Passes(Map.of()),
                () -> {
                  seconds.countDown();
                  if (seconds.getCount() > 0) {
                    throw new StackOverflowError();
                  }
                  return Optional.empty();
                }),
            "127.0.0.1:1",
            ModelCatalog.ofLearner("adult", Map.of("bootstrap.servers", "127.0.0.1:1")))) {
      page.start();
      assertThat(seconds.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
