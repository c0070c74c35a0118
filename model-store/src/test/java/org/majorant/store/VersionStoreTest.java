package org.majorant.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.ModelHead;

class VersionStoreTest {
  private final VersionStore store = new VersionStore(head -> true);
  private final SnapshotAssembler<ModelHead> assembler =
      new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);

  private void write(final String model, final long version) {
    write(store, model, version);
  }

  private void write(final VersionStore to, final String model, final long version) {
    SnapshotAssemblerTest.feed(assembler, Given.version(model, version)).forEach(to::accept);
  }

  @Test
  void store_keeps_the_last_versions_of_each_model() {
    for (long version = 1; version <= 5; version++) {
      write("b", version);
    }
    write("a", 1);

    assertThat(store.models()).containsExactly("a", "b");
    assertThat(store.versions("b")).extracting(ModelHead::getVersion).containsExactly(3L, 4L, 5L);
    assertThat(store.latest("b").orElseThrow().version()).isEqualTo(5);
    assertThat(store.latest("b").orElseThrow().model().weights()[0]).isEqualTo(5);
    assertThat(store.latest("a").orElseThrow().model().weights()[0]).isEqualTo(1);
  }

  /** All parameters of all versions were kept once. */
  @Test
  void parameters_are_kept_of_what_is_wanted_alone() {
    final VersionStore heads = new VersionStore(head -> false);
    final VersionStore fourth = new VersionStore(head -> head.getVersion() == 4);
    for (long version = 1; version <= 6; version++) {
      write(heads, "a", version);
      write(fourth, "a", version);
    }

    assertThat(heads.versions("a")).extracting(ModelHead::getVersion).containsExactly(4L, 5L, 6L);
    assertThat(heads.latest("a")).isEmpty();
    assertThat(fourth.versions("a")).isEqualTo(heads.versions("a"));
    assertThat(fourth.latest("a").orElseThrow().model().weights()[0]).isEqualTo(4);

    write(fourth, "a", 7);
    assertThat(fourth.latest("a")).as("a version that is no longer kept").isEmpty();
  }

  @Test
  void versions_that_are_read_again_change_nothing() {
    write("a", 4);
    write("a", 5);
    final List<ModelHead> once = store.versions("a");
    write("a", 4);
    assertThat(store.versions("a")).isEqualTo(once);
    assertThat(store.latest("a").orElseThrow().version()).isEqualTo(5);
  }

  @Test
  void version_that_no_learner_wrote_goes_as_soon_as_another_follows_it() {
    write("a", 12);
    write("a", 1L << 50);
    assertThat(store.latest("a").orElseThrow().version()).isEqualTo(1L << 50);

    write("a", 13);
    write("a", 14);
    assertThat(store.versions("a")).extracting(ModelHead::getVersion).containsExactly(13L, 14L);
    assertThat(store.latest("a").orElseThrow().version()).isEqualTo(14);
    assertThat(store.latest("a").orElseThrow().model().weights()[0]).isEqualTo(14);
  }

  @Test
  void old_version_that_a_former_spec_kept_is_not_kept() {
    write("a", 5);
    write("a", 9);

    assertThat(store.versions("a")).extracting(ModelHead::getVersion).containsExactly(9L);
  }

  @Test
  void unknown_model_has_no_versions() {
    assertThat(store.models()).isEmpty();
    assertThat(store.versions("a")).isEmpty();
    assertThat(store.latest("a")).isEmpty();
  }

  @Test
  void version_that_cannot_be_unpacked_is_passed_over() {
    write("a", 1);
    try (LoggedLines logged = new LoggedLines(VersionStore.class)) {
      store.accept(new Snapshot<>(Given.head("a", 2), new byte[3]));
      assertThat(logged.lines())
          .containsExactly(
              "a version is skipped:"
                  + " model a version 2 is corrupt: 3 bytes do not make -1 features");
    }
    assertThat(store.versions("a")).hasSize(1);
    assertThat(store.latest("a").orElseThrow().version()).isEqualTo(1);
  }
}
