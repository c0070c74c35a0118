package org.majorant.acceptance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.Structure;

/** What CONTRIBUTING.md says of the files that an addition touches is so, and is few enough. */
class ContributingTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern SECTION =
      Pattern.compile("(?s)### ([^\n]*) \\(limit (\\d+)\\)\n(.*?)(?=\n##)");
  private static final Pattern ITEM = Pattern.compile("(?m)^\\d+\\. `([^`]+)`");
  private static final Pattern PAGES = Pattern.compile("(?m)^Pages: (.*)\\.$");

  @Test
  void lists_all_areShortAndOfFilesThatAreThere() throws IOException {
    final List<Path> sources = sources();
    final Matcher section = SECTION.matcher(page());
    int sections = 0;
    while (section.find()) {
      final List<String> files = files(section.group(3));
      assertThat(files)
          .as(section.group(1))
          .doesNotHaveDuplicates()
          .hasSizeBetween(1, Integer.parseInt(section.group(2)))
          .allSatisfy(file -> assertThat(sources).filteredOn(is(file)).hasSize(1));
      sections++;
    }
    assertThat(sections).isEqualTo(6);
  }

  /**
   * A place that names one task, one curvature or one field is a place that a new one has to be
   * added to; or the table that has its own fields, each an addition by itself.
   */
  @ParameterizedTest
  @CsvSource({
    "A task, spec/SpecFields, GRAPH",
    "'A memory, that is, a curvature', , LOW_RANK",
    "A field of a spec, , (?:getMaxWeight|maxWeight|MAX_WEIGHT)"
  })
  void symbol_isNamed_onlyInTheFilesListed(
      final String heading, final String ofItsFields, final String symbol) throws IOException {
    final List<String> listed = new ArrayList<>(files(section(heading)));
    if (ofItsFields != null) {
      listed.add(ofItsFields);
    }
    final Pattern named = Pattern.compile("\\b" + symbol + "\\b");
    int places = 0;
    for (final Path source : sources()) {
      if (named.matcher(Files.readString(source)).find()) {
        assertThat(listed)
            .as("%s names %s", source, symbol)
            .anyMatch(file -> is(file).test(source));
        places++;
      }
    }
    assertThat(places).isGreaterThanOrEqualTo(3);
  }

  @Test
  void pagesOfATask_tellOfTheStructureOfEach() throws IOException {
    for (final Structure structure : Structure.values()) {
      assertPagesSay("A task", "(?i)" + structure + "(e?s)?");
    }
  }

  @Test
  void pagesOfAFieldOfAnExample_tellOfIt() throws IOException {
    assertPagesSay("A field of an example", "logPrior");
  }

  private static void assertPagesSay(final String heading, final String word) throws IOException {
    final Pattern said = Pattern.compile("\\b" + word + "\\b");
    final Matcher pages = PAGES.matcher(section(heading));
    assertThat(pages.find()).as(heading).isTrue();
    for (final String page : pages.group(1).split(", ")) {
      assertThat(Files.readString(ROOT.resolve(page.replace("`", ""))))
          .as("%s says %s", page, word)
          .containsPattern(said);
    }
  }

  private static String section(final String heading) throws IOException {
    return SECTION
        .matcher(page())
        .results()
        .filter(match -> match.group(1).equals(heading))
        .map(match -> match.group(3))
        .findFirst()
        .orElseThrow();
  }

  private static Predicate<Path> is(final String file) {
    return path -> path.endsWith(file) || path.endsWith(file + ".java");
  }

  private static List<String> files(final String section) {
    return ITEM.matcher(section).results().map(match -> match.group(1)).toList();
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/CONTRIBUTING.md"));
  }

  private static List<Path> sources() throws IOException {
    final List<Path> sources = new ArrayList<>();
    for (final String module :
        List.of("schemas", "model-store", "processors", "ops", "ops/demo", "ops/research")) {
      try (Stream<Path> paths = Files.walk(ROOT.resolve(module).resolve("src/main"))) {
        paths
            .filter(path -> path.toString().matches(".*\\.(java|avdl|json)"))
            .forEach(sources::add);
      }
    }
    return sources;
  }
}
