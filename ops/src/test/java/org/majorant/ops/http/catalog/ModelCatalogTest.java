package org.majorant.ops.http.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;

class ModelCatalogTest {
  private final PublishedTopic topic = new PublishedTopic("mine", 100_000);
  private final ModelCatalog catalog = topic.catalog();

  @Test
  void ofOthers_headsAreFollowed_andParametersWhenSomebodyHasAskedForThem() {
    assertThat(catalog.mostBytes("mine")).isEqualTo(Long.MAX_VALUE);
    topic.accept(version("a", 1));
    topic.accept(delta(version("a", 2), 1));
    final PublishedModel heads = catalog.require("a");
    assertThat(heads.versions()).extracting(ModelHead::getVersion).containsExactly(1L, 2L);
    assertThat(heads.packed(2)).isEmpty();
    assertThat(catalog.mostBytes("a")).isZero();
    catalog.newest("a");
    assertThat(catalog.mostBytes("a")).isEqualTo(Long.MAX_VALUE);
    catalog.deleted("a");
    assertThat(catalog.mostBytes("a")).isZero();
  }

  @Test
  void earlierVersions_areRememberedOfTheOneLearnedHereOnly() {
    for (long number = 1; number <= 4; number++) {
      topic.accept(version("mine", number));
      topic.accept(version("a", number));
    }
    assertThat(catalog.require("mine").packed(2)).isPresent();
    assertThat(catalog.require("a").packed(2)).isEmpty();
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
