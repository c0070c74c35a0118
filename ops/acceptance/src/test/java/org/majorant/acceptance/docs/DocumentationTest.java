package org.majorant.acceptance.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.join.JoinCounts;
import org.majorant.ops.Majorant;
import org.majorant.ops.data.Adult;
import org.majorant.spec.SpecFile;
import org.majorant.stream.LearningMetrics;
import org.majorant.stream.join.JoinMeters;
import org.majorant.stream.join.Waiting;

/** The pages say what the program does: fields, defaults, metrics, commands, code. */
class DocumentationTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> PAGES =
      List.of(
          "README.md",
          "schemas/README.md",
          "model-store/README.md",
          "processors/README.md",
          "ops/README.md",
          "ops/HTTP.md",
          "ops/INTEGRATIONS.md",
          "ops/research/README.md",
          "ops/bench/README.md",
          "ops/OPERATIONS.md");

  /** Each idea stands in one place: so all pages can be read in three hours. */
  private static final int WORDS = 40_900;

  private static final int WORDS_OF_THE_CHANGELOG = 1140;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]*)(?:#([^)\\s]+))?\\)");

  @Test
  void pages_together_areShortEnoughToBeRead() throws IOException {
    final Map<Path, Integer> words = new TreeMap<>();
    for (final String folder : List.of("docs", "schemas", "model-store", "processors", "ops")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (final Path page : files.filter(DocumentationTest::isAPage).toList()) {
          words.put(page, wordsOf(page));
        }
      }
    }
    words.put(ROOT.resolve("README.md"), wordsOf(ROOT.resolve("README.md")));

    assertThat(words).hasSizeGreaterThan(20);
    assertThat(words.get(ROOT.resolve("docs/CHANGELOG.md")))
        .isLessThanOrEqualTo(WORDS_OF_THE_CHANGELOG);
    assertThat(words.values().stream().mapToInt(Integer::intValue).sum())
        .as("tell each idea once, and link to it: %s", words)
        .isLessThanOrEqualTo(WORDS);
  }

  private static boolean isAPage(final Path file) {
    return file.toString().matches("(?!.*/(target|node_modules)/).*\\.md");
  }

  /** A command has printed the tables of the league, in which one looks something up. */
  private static int wordsOf(final Path page) throws IOException {
    final String text = Files.readString(page);
    final String read = page.endsWith("LEAGUE.md") ? text.replaceAll("(?m)^\\|.*$", "") : text;
    return words(read).split(" ").length;
  }

  /** A stranger reads no further where the first screen does not say what it is for. */
  @Test
  void readme_onItsFirstScreen_hasUsePictureCommandWhyAndWhyNot() throws IOException {
    final String readme = page("README.md");
    assertThat(readme.split("\\s+")).hasSizeLessThanOrEqualTo(600);
    final String screen = readme.lines().limit(40).collect(Collectors.joining("\n"));
    assertThat(screen.lines().skip(2).findFirst().orElseThrow())
        .startsWith("Majorant keeps a model up to date from your Kafka topics");
    assertThat(screen)
        .contains("](ops/docs/page.png)", "    ops/majorant demo ", "    mvn verify ")
        .containsSubsequence("**Why**\n", "**Why not**\n", "**Instead of**\n");
  }

  @Test
  void spec_onItsPage_showsTheDefaults() throws IOException {
    final String shown = block(page("model-store/README.md"), "yaml");
    assertThat(SpecFile.read(shown))
        .isEqualTo(SpecFile.read("{model: adult, labels: [\"-1\", \"+1\"]}"));
  }

  @Test
  void metrics_all_areExplained() throws IOException {
    final String page = page("ops/OPERATIONS.md");
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new LearningMetrics(registry, Adult.spec());
    JoinMeters.register(registry, "adult", new JoinCounts(), new Waiting());
    final List<String> names =
        Pattern.compile("(?m)^# HELP (majorant_(?!step_seconds_max)\\w+)")
            .matcher(registry.scrape())
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(names).hasSizeGreaterThan(20);
    assertThat(names).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  @Test
  void service_shown_isTheOneThatIsTested() throws IOException {
    final String source =
        Files.readString(
            Path.of(
                "acceptance/src/test/java/org/majorant/acceptance/docs/PredictingService.java"));
    assertThat(page("model-store/README.md")).contains(source.substring(source.indexOf("public")));
  }

  /** What a project outside needs is shown as it stands in the one that a release is tried with. */
  @Test
  void quickstart_excerpts_standInTheProjectOutside() throws IOException {
    final String page = page("docs/QUICKSTART.md");
    final String project =
        words(page("ops/examples/java/pom.xml"))
            + words(page("ops/examples/java/src/main/java/example/Predict.java"));
    final List<MatchResult> excerpts =
        Pattern.compile("(?ms)^```(?:xml|java)\n(.*?)^```$").matcher(page).results().toList();
    assertThat(excerpts).hasSize(3);
    assertThat(excerpts).allSatisfy(each -> assertThat(project).contains(words(each.group(1))));
  }

  private static String words(final String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_shown_isUnderstood(final String command) {
    final String[] words = command.split("\\s+");
    assertThatCode(() -> Majorant.commandLine().parseArgs(words))
        .as(command)
        .doesNotThrowAnyException();
  }

  static Stream<String> commands() throws IOException {
    final Pattern shown = Pattern.compile("(?m)^ {4}(?:\\$ )?ops/majorant ((?:.*\\\\\\n)*.*)$");
    final Stream.Builder<String> commands = Stream.builder();
    for (final String page : PAGES) {
      shown
          .matcher(page(page))
          .results()
          .map(match -> match.group(1).replace("\\\n", " ").replaceAll("\\s+[#>].*", "").strip())
          .forEach(commands);
    }
    return commands.build();
  }

  @ParameterizedTest
  @MethodSource("allPages")
  void link_onAPage_leadsToAFileAndItsHeading(final Path page) throws IOException {
    for (final MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
      final Path to = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
      assertThat(to).as("%s: %s", page, link.group()).exists();
      if (link.group(2) != null) {
        assertThat(anchors(to)).as("%s: %s", page, link.group()).contains(link.group(2));
      }
    }
  }

  static Stream<Path> allPages() throws IOException {
    final Stream.Builder<Path> pages = Stream.builder();
    PAGES.forEach(page -> pages.add(ROOT.resolve(page)));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages);
    }
    return pages.build();
  }

  /** GitHub's: lower case, without punctuation, with a dash for each space. */
  private static List<String> anchors(final Path page) throws IOException {
    return Pattern.compile("(?m)^#+ (.*)$")
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  private static String page(final String name) throws IOException {
    return Files.readString(ROOT.resolve(name));
  }

  /** The first block of a language. */
  private static String block(final String page, final String language) {
    final String start = "```" + language + "\n";
    final int from = page.indexOf(start) + start.length();
    return page.substring(from, page.indexOf("```", from));
  }
}
