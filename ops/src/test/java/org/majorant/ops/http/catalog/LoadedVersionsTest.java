package org.majorant.ops.http.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;

/** Whatever is published and asked for, parameters take no more memory than they may. */
class LoadedVersionsTest {
  private static final int FEATURES = 1000;

  /** Bytes of a model of two labels that follows the topic. */
  private static final long ONE = 2 * (FEATURES + 1) * 16L;

  private final PublishedTopic topic = new PublishedTopic("mine", 3 * ONE);
  private final ModelCatalog catalog = topic.catalog();

  @Test
  void ofManyModels_thoseAskedForLastAreLoaded_withinTheBytesAllowed() {
    for (final String model : List.of("a", "b", "c", "d", "e")) {
      publish(model, 1);
    }
    assertThat(topic.reads()).as("before anybody asks").isEmpty();
    for (final String model : List.of("a", "b", "c", "a", "d", "a", "c", "b")) {
      assertThat(catalog.newest(model).version().head().getModel()).isEqualTo(model);
      assertThat(topic.loaded().bytes()).isLessThanOrEqualTo(3 * ONE);
    }
    assertThat(topic.reads()).containsExactly("a 1", "b 1", "c 1", "d 1", "b 1");
    assertThat(topic.loaded().loads()).isEqualTo(5);
    assertThat(topic.loaded().evictions()).isEqualTo(2);
  }

  /** Nothing is read again: an answer never waits for a broker once a model is loaded. */
  @Test
  void aNewVersion_ofALoadedModel_isTheNextAnswer() {
    publish("a", 1);
    catalog.newest("a");
    publish("a", 2);
    topic.accept(delta("a", 3, 2));
    assertThat(catalog.newest("a").version().version()).isEqualTo(3);
    assertThat(catalog.newest("a").version().model().weights()[0]).isEqualTo(3);
    assertThat(topic.reads()).containsExactly("a 1");
  }

  @Test
  void aDelta_isReadWithTheSnapshotThatItChanges() {
    publish("b", 1);
    publish("a", 1);
    topic.accept(delta("a", 2, 1));
    topic.accept(delta("a", 3, 1));
    assertThat(catalog.newest("a").version().model().weights()[0]).isEqualTo(3);
    assertThat(topic.reads()).containsExactly("a 1", "a 2", "a 3");
  }

  /** What is published between the question and the end of the reading is not missed. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void versions_thatComeWhileOneIsRead_followIt(final boolean asDeltas) {
    final AtomicInteger reads = new AtomicInteger();
    final PublishedTopic[] late = new PublishedTopic[1];
    final LoadedVersions loaded =
        new LoadedVersions(
            3 * ONE,
            (model, place, versions) -> {
              late[0].read(model, place, versions);
              if (reads.getAndIncrement() == 0) {
                final long next = late[0].catalog().require("a").newest().getVersion() + 1;
                late[0].accept(asDeltas ? delta("a", next, 1) : version("a", next));
                late[0].accept(asDeltas ? delta("a", next + 1, 1) : version("a", next + 1));
              }
            });
    late[0] = new PublishedTopic(null, loaded);
    late[0].accept(version("a", 1));
    assertThat(late[0].catalog().newest("a").version().version()).isEqualTo(3);
    late[0].accept(asDeltas ? delta("a", 4, 1) : version("a", 4));
    assertThat(late[0].catalog().newest("a").version().model().weights()[0]).isEqualTo(4);
    assertThat(reads).hasValue(1);
  }

  @Test
  void aVersionThatIsOverwritten_isNotThere_andANewerOneIsReadInItsPlace() {
    publish("a", 1);
    final PublishedModel before = catalog.require("a");
    topic.overwrite(version -> version == 1);
    assertThatThrownBy(() -> catalog.newest("a"))
        .isInstanceOf(ServiceUnavailableResponse.class)
        .hasMessageContaining("try again");
    assertThatThrownBy(() -> topic.loaded().get(before, before.newest()))
        .isInstanceOf(NotFoundResponse.class)
        .hasMessage("version 1 of 'a' is not kept any more: choose a later one");
    publish("a", 2);
    assertThat(catalog.newest("a").version().version()).isEqualTo(2);
  }

  @Test
  void aModelWithoutRoom_isRefusedBeforeItIsRead_andTheOthersStay() {
    publish("a", 1);
    topic.accept(Published.version(model("large", 1, 4 * FEATURES)));
    catalog.newest("a");
    assertThatThrownBy(() -> catalog.newest("large"))
        .isInstanceOf(HttpResponseException.class)
        .as("it says when to ask again")
        .isNotInstanceOf(ServiceUnavailableResponse.class)
        .hasMessageStartingWith("the parameters of model 'large' take ")
        .hasMessageContaining("-Xmx");
    catalog.newest("a");
    assertThat(topic.reads()).containsExactly("a 1");
  }

  /** Of a deleted model that is made again, the first version may have the same number. */
  @Test
  void aDeletedModel_isForgotten() {
    publish("a", 1);
    catalog.newest("a");
    catalog.deleted("a");
    assertThat(topic.loaded().bytes()).isZero();
    publish("a", 1);
    catalog.newest("a");
    assertThat(topic.reads()).containsExactly("a 1", "a 1");
  }

  /** Otherwise ten requests would take ten times the memory, and a loaded model would wait. */
  @Test
  void many_areLoadedOneAfterTheOther_andWhatIsLoadedDoesNotWait() throws Exception {
    final AtomicInteger reading = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch answer = new CountDownLatch(1);
    final PublishedTopic[] slow = new PublishedTopic[1];
    final LoadedVersions loaded =
        new LoadedVersions(
            9 * ONE,
            (model, place, versions) -> {
              most.accumulateAndGet(reading.incrementAndGet(), Math::max);
              begun.countDown();
              await(answer);
              reading.decrementAndGet();
              slow[0].read(model, place, versions);
            });
    slow[0] = new PublishedTopic("mine", loaded);
    slow[0].accept(version("mine", 7));
    assertThat(slow[0].catalog().newest("mine").version().version()).isEqualTo(7);
    final List<CompletableFuture<LoadedVersion>> asked = new ArrayList<>();
    for (final String model : List.of("a", "b", "c", "d")) {
      slow[0].accept(version(model, 1));
      asked.add(CompletableFuture.supplyAsync(() -> slow[0].catalog().newest(model)));
    }
    begun.await();
    assertThat(slow[0].catalog().newest("mine").version().version()).isEqualTo(7);
    answer.countDown();
    CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    assertThat(most).hasValue(1);
  }

  /** The rest are told to ask again, at once: they hold no thread. */
  @Test
  void ofManyWhoAskFirst_fewWait() throws Exception {
    final CountDownLatch answer = new CountDownLatch(1);
    final PublishedTopic[] slow = new PublishedTopic[1];
    final LoadedVersions loaded =
        new LoadedVersions(
            9 * ONE,
            (model, place, versions) -> {
              await(answer);
              slow[0].read(model, place, versions);
            });
    slow[0] = new PublishedTopic(null, loaded);
    slow[0].accept(version("a", 1));
    final ExecutorService threads = Executors.newFixedThreadPool(20);
    try {
      final List<CompletableFuture<LoadedVersion>> asked = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        asked.add(CompletableFuture.supplyAsync(() -> slow[0].catalog().newest("a"), threads));
      }
      final Supplier<Stream<CompletableFuture<LoadedVersion>>> refused =
          () -> asked.stream().filter(CompletableFuture::isCompletedExceptionally);
      while (refused.get().count() < 11) {
        Thread.sleep(1);
      }
      answer.countDown();
      for (final CompletableFuture<LoadedVersion> each : refused.get().toList()) {
        assertThatThrownBy(each::join)
            .hasCauseInstanceOf(ServiceUnavailableResponse.class)
            .hasMessageContaining("try again");
      }
      assertThat(
              asked.stream()
                  .filter(each -> each.handle((version, e) -> version != null).join())
                  .count())
          .isBetween(1L, 9L);
      assertThat(loaded.loads()).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void await(final CountDownLatch latch) {
    try {
      latch.await();
    } catch (final InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void publish(final String name, final long number) {
    topic.accept(version(name, number));
  }

  private static Snapshot<ModelHead> version(final String name, final long number) {
    return Published.version(model(name, number, FEATURES));
  }

  /** The same as a delta. */
  private static Snapshot<ModelHead> delta(
      final String name, final long number, final long snapshot) {
    final Snapshot<ModelHead> whole = version(name, number);
    return new Snapshot<>(
        ModelHead.newBuilder(whole.head()).setSnapshot(snapshot).build(), whole.data());
  }

  /** Its first weight is its number. */
  private static Model model(final String name, final long number, final int features) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: %s, labels: [no, yes], features: {dimension: %d}}".formatted(name, features));
    final double[] weights = new double[features + 1];
    weights[0] = number;
    return Published.model(spec, number, weights);
  }
}
