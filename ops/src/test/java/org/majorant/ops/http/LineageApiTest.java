package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.majorant.ops.lineage.LineageReport;

/** However many look on, the brokers are asked once in a while. */
class LineageApiTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final LineageApi.Shared shared = new LineageApi.Shared(LineageApi.REST);

  @Test
  void answer_isSharedForAWhile() throws Exception {
    final LineageReport first = shared.get(this::ask);
    assertThat(shared.get(this::ask)).isSameAs(first);
    assertThat(asked).hasValue(1);
  }

  /** A broker that stands still must not take a thread from each who looks on. */
  @Test
  @Timeout(60)
  void whileOneAsks_theOthersGetTheLastAnswer() throws Exception {
    final var restless = new LineageApi.Shared(Duration.ZERO);
    final LineageReport first = restless.get(this::ask);
    final CountDownLatch asking = new CountDownLatch(1);
    final CountDownLatch answers = new CountDownLatch(1);
    final CompletableFuture<LineageReport> slow =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return restless.get(
                    () -> {
                      asking.countDown();
                      answers.await();
                      return ask();
                    });
              } catch (final InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    asking.await();
    assertThat(restless.get(this::ask)).isSameAs(first);
    answers.countDown();
    assertThat(slow.join().version()).isEqualTo(2);
    assertThat(restless.get(this::ask).version()).isEqualTo(3);
  }

  private LineageReport ask() {
    return new LineageReport(
        "colours",
        0,
        asked.incrementAndGet(),
        null,
        1,
        "examples",
        List.of(),
        null,
        null,
        null,
        null,
        new TreeMap<>());
  }
}
