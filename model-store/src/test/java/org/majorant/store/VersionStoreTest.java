package org.majorant.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.majorant.schema.ModelHead;

class VersionStoreTest {
  private final VersionStore store = new VersionStore();
  private final SnapshotAssembler<ModelHead> assembler =
      new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);

  private void write(final String model, final long version) {
    SnapshotAssemblerTest.feed(assembler, Given.version(model, version)).forEach(store);
  }

  @Test
  void store_keeps_the_last_versions_of_each_model() {
    for (long version = 1; version <= 5; version++) {
      write("b", version);
    }
    write("a", 1);

    assertThat(store.models()).containsExactly("a", "b");
    assertThat(store.versions("b")).extracting(ModelHead::getVersion).containsExactly(3L, 4L, 5L);
    assertThat(store.get("b", 2)).isEmpty();
    assertThat(store.get("b", 3).orElseThrow().model().weights()[0]).isEqualTo(3);
    assertThat(store.latest("b").orElseThrow().version()).isEqualTo(5);
    assertThat(store.latest("a").orElseThrow().model().weights()[0]).isEqualTo(1);
  }

  @Test
  void old_version_that_a_former_spec_kept_is_not_kept() {
    write("a", 9);
    write("a", 5);

    assertThat(store.versions("a")).extracting(ModelHead::getVersion).containsExactly(9L);
  }

  @Test
  void unknown_model_has_no_versions() {
    assertThat(store.models()).isEmpty();
    assertThat(store.versions("a")).isEmpty();
    assertThat(store.get("a", 1)).isEmpty();
    assertThat(store.latest("a")).isEmpty();
  }

  @Test
  void corrupt_parameters_are_found_when_somebody_asks() {
    store.accept(new Snapshot<>(Given.head("a", 1), new byte[3]));

    assertThat(store.versions("a")).hasSize(1);
    assertThatThrownBy(() -> store.latest("a")).isInstanceOf(StoreException.class);
  }
}
