package org.majorant.ops.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.file.DataSummary;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class FeatureOptionsTest {
  @Command
  private static final class Any {
    @Mixin private FeatureOptions features;
    @Mixin private SpecSettings settings;
  }

  /** Views are of numbers that are standardized, and those of the data are, if nobody says else. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--set views=[linear,hats]                                     | true",
        "--set views=[linear,hats] --hash-bits 8                       | true",
        "--set views=[linear,hats] --set features.standardize=true     | true",
        "--set views=[linear,counts]                                   | true",
        "--set views=[linear,counts] --hash-bits 8                     | true",
        "--set views=[linear,crosses] --hash-bits 8                    | true",
        "--set views=[linear,hats] --set features.transform=[log1p]    | false",
        "--set views=[linear,hats] --standardize 0                     | false",
      })
  void views_areTriedBeforeTheDataIsRead(final String line, final boolean fits) {
    final Any any = new Any();
    new CommandLine(any).parseArgs(line.split(" +"));
    final ObjectNode trial = any.settings.in(any.features.trial(any.settings));
    assertThat(fits(any, trial)).isEqualTo(fits);
  }

  private static boolean fits(final Any any, final ObjectNode tree) {
    try {
      any.features.read(tree);
      return true;
    } catch (final ParameterException e) {
      assertThat(e)
          .hasMessageContaining("views: hats and products need numbers that are standardized");
      return false;
    }
  }

  @Command
  private static final class OfModels {
    @Mixin private ModelOptions options;
    @Mixin private SpecSettings settings;
  }

  /** Whoever asks for auto gets what nobody asks for: the views of the data. */
  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"CSV", "TEXT", "LIBSVM"})
  void viewsByAuto_areTheDefault(final Format format) {
    final DataSummary data = new DataSummary(format, Layout.USUAL);
    for (final String label : List.of("a", "b")) {
      final NamedFeatures row = new NamedFeatures(List.of("x", "y"), List.of(1.5f, -2f));
      data.add(new LabeledExample(null, null, 1.0, new Point(row, label, null, null)));
    }
    final ModelSpec usual = spec(data);
    assertThat(spec(data, "--set", "views=auto")).isEqualTo(usual);
    assertThat(usual.getViews()).isNotEmpty();
    assertThat(spec(data, "--set", "views=none").getViews()).isEmpty();
  }

  private static ModelSpec spec(final DataSummary data, final String... args) {
    final OfModels of = new OfModels();
    new CommandLine(of).parseArgs(args);
    return of.options.spec("m", data, of.settings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "CSV   | ''                  | 1000",
        "TSV   | --quadratic         | 1000",
        "CSV   | --standardize       | 1000",
        "CSV   | --standardize 20    | 20",
        "CSV   | --standardize 0     | 0",
        "CSV   | --transform log1p   | 0",
        "CSV   | --transform log1p --standardize | 1000",
        "JSONL | ''                  | 1000",
        "JSONL | --standardize 0     | 0",
        "JSONL | --standardize       | 1000",
        "CSV   | --set features.transform=[log1p] | 0",
      })
  void numbers_areStandardizedUnlessItIsToldOtherwise(
      final Format format, final String line, final int standardize) {
    final Any any = new Any();
    new CommandLine(any).parseArgs(line.isEmpty() ? new String[0] : line.split(" "));
    final DataSummary table = new DataSummary(format, Layout.USUAL);
    for (final String label : List.of("a", "b")) {
      final NamedFeatures row = new NamedFeatures(List.of("x", "y"), List.of(1.5f, -2f));
      table.add(new LabeledExample(null, null, 1.0, new Point(row, label, null, null)));
    }
    assertThat(
            any.features
                .read(any.features.tree("m", table, any.settings))
                .getFeatures()
                .getStandardize())
        .isEqualTo(standardize);
  }
}
