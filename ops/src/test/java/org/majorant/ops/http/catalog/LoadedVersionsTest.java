package org.majorant.ops.http.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelVersion;
import org.majorant.store.Snapshot;

/** Whatever is published and asked for, parameters take no more memory than they may. */
class LoadedVersionsTest {
  private static final int FEATURES = 1000;
  private static final long ONE = (FEATURES + 1) * 16L; // bytes of a model of two labels

  private final ModelCatalog catalog =
      new ModelCatalog(
          "mine",
          0,
          SchemaRegistry.NONE,
          () -> {
            throw new AssertionError("nothing is read");
          });
  private final Map<String, ModelVersion> topic = new ConcurrentHashMap<>();
  private final List<String> read = new ArrayList<>();

  @Test
  void ofManyModels_thoseAskedForLastAreLoaded_withinTheBytesAllowed() {
    final LoadedVersions loaded = new LoadedVersions(3 * ONE, this::read);
    for (final String model : List.of("a", "b", "c", "d", "e")) {
      publish(model, 1);
    }
    assertThat(read).as("before anybody asks").isEmpty();
    for (final String model : List.of("a", "b", "c", "a", "d", "a", "c", "b")) {
      assertThat(loaded.newest(catalog.require(model)).version().head().getModel())
          .isEqualTo(model);
    }
    assertThat(read).containsExactly("a 1", "b 1", "c 1", "d 1", "b 1");
  }

  @Test
  void aNewVersion_isReadWhenSomebodyAsks() {
    final LoadedVersions loaded = new LoadedVersions(3 * ONE, this::read);
    publish("a", 1);
    loaded.newest(catalog.require("a"));
    publish("a", 2);
    assertThat(loaded.newest(catalog.require("a")).version().version()).isEqualTo(2);
    topic.clear();
    assertThat(loaded.newest(catalog.require("a")).version().version()).isEqualTo(2);
    publish("a", 3);
    topic.clear();
    assertThatThrownBy(() -> loaded.newest(catalog.require("a")))
        .isInstanceOf(NotFoundResponse.class)
        .hasMessage("version 3 of 'a' is not kept any more: choose a later one");
  }

  @Test
  void aModelWithoutRoom_isRefusedBeforeItIsRead_andTheOthersStay() {
    final LoadedVersions loaded = new LoadedVersions(ONE, this::read);
    publish("a", 1);
    catalog.accept(head(Published.version(model("large", 1, 2 * FEATURES))));
    loaded.newest(catalog.require("a"));
    assertThatThrownBy(() -> loaded.newest(catalog.require("large")))
        .isInstanceOf(ServiceUnavailableResponse.class)
        .hasMessageStartingWith("the parameters of model 'large' take ")
        .hasMessageContaining("-Xmx");
    loaded.newest(catalog.require("a"));
    assertThat(read).containsExactly("a 1");
  }

  /** Otherwise ten requests would take ten times the memory, and a loaded model would wait. */
  @Test
  void many_areLoadedOneAfterTheOther_andWhatIsLoadedDoesNotWait() throws Exception {
    final AtomicInteger reading = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch answer = new CountDownLatch(1);
    final LoadedVersions loaded =
        new LoadedVersions(
            9 * ONE,
            (model, version) -> {
              most.accumulateAndGet(reading.incrementAndGet(), Math::max);
              begun.countDown();
              await(answer);
              reading.decrementAndGet();
              return read(model, version);
            });
    catalog.accept(Published.version(model("mine", 7, FEATURES)));
    assertThat(loaded.newest(catalog.require("mine")).version().version()).isEqualTo(7);
    final List<CompletableFuture<LoadedVersion>> asked = new ArrayList<>();
    for (final String model : List.of("a", "b", "c", "d")) {
      publish(model, 1);
      asked.add(CompletableFuture.supplyAsync(() -> loaded.newest(catalog.require(model))));
    }
    begun.await();
    assertThat(loaded.newest(catalog.require("mine")).version().version()).isEqualTo(7);
    answer.countDown();
    CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    assertThat(most).hasValue(1);
  }

  private static void await(final CountDownLatch latch) {
    try {
      latch.await();
    } catch (final InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<ModelVersion> read(final String model, final long version) {
    read.add(model + " " + version);
    return Optional.ofNullable(topic.get(model)).filter(found -> found.version() == version);
  }

  private void publish(final String name, final long number) {
    final Snapshot<ModelHead> version = Published.version(model(name, number, FEATURES));
    topic.put(name, new ModelVersion(version.head(), model(name, number, FEATURES)));
    catalog.accept(head(version));
  }

  /** As a follower gives it whose bounds the data exceeds. */
  private static <H> Snapshot<H> head(final Snapshot<H> whole) {
    return new Snapshot<>(whole.head(), null);
  }

  private static Model model(final String name, final long number, final int features) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: %s, labels: [no, yes], features: {dimension: %d}}".formatted(name, features));
    return Published.model(spec, number, new double[features + 1]);
  }
}
