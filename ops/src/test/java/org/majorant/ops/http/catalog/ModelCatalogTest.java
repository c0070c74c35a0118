package org.majorant.ops.http.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;

class ModelCatalogTest {
  private static final int ROOM = 100_000; // bytes

  private final ModelCatalog catalog =
      new ModelCatalog(
          "mine",
          ROOM,
          SchemaRegistry.NONE,
          () -> {
            throw new AssertionError("nothing is read");
          });

  @Test
  void others_haveTheRoomThatTheRestOfThemLeaves_andTheOneLearnedHereHasAnyRoom() {
    assertThat(catalog.mostBytes("mine")).isEqualTo(Long.MAX_VALUE);
    assertThat(catalog.mostBytes("a")).isEqualTo(ROOM);
    final Snapshot<ModelHead> a = version("a", 1);
    catalog.accept(a);
    catalog.accept(version("mine", 1));
    assertThat(catalog.mostBytes("a")).as("its next version").isEqualTo(ROOM);
    assertThat(catalog.mostBytes("b")).isEqualTo(ROOM - a.data().length);
    catalog.deleted("a");
    assertThat(catalog.mostBytes("b")).isEqualTo(ROOM);
  }

  @Test
  void aModelOfHeadsAlone_isListed_andHasParametersAgainWhenThereIsRoom() {
    catalog.accept(new Snapshot<>(version("a", 1).head(), null));
    catalog.accept(delta(version("a", 2), 1));
    final PublishedModel heads = catalog.require("a");
    assertThat(heads.newest().getVersion()).isEqualTo(2);
    assertThat(heads.versions()).extracting(ModelHead::getVersion).containsExactly(1L, 2L);
    assertThat(heads.remembered(2)).isEmpty();
    assertThat(heads.bytes()).isZero();
    catalog.accept(version("a", 3));
    assertThat(catalog.require("a").remembered(3)).isPresent();
    assertThat(catalog.require("a").bytes()).isPositive();
  }

  @Test
  void earlierVersions_areRememberedOfTheOneLearnedHereOnly() {
    for (long number = 1; number <= 4; number++) {
      catalog.accept(version("mine", number));
      catalog.accept(version("a", number));
    }
    assertThat(catalog.require("mine").remembered(2)).isPresent();
    assertThat(catalog.require("a").remembered(2)).isEmpty();
    assertThat(catalog.require("a").earlier()).isEmpty();
  }

  private static Snapshot<ModelHead> version(final String name, final long number) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: %s, labels: [no, yes], features: {dimension: 1000}}".formatted(name));
    final Model model = Published.model(spec, number, new double[1001]);
    return Published.version(model);
  }

  /** The same as a delta of the version before it. */
  private static Snapshot<ModelHead> delta(final Snapshot<ModelHead> of, final long snapshot) {
    return new Snapshot<>(ModelHead.newBuilder(of.head()).setSnapshot(snapshot).build(), of.data());
  }
}
