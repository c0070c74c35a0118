package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.ops.Majorant;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;

/** What is learned without a spec is not worse for it: the kinds of values, and drift. */
class FoundDefaultsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SMS = Path.of("data/sms/SMSSpamCollection.gz");

  @TempDir private Path dir;

  /** Messages as counts of words by number lose as little as they do as texts. */
  @Test
  void sms_asCountsInLibsvm_isLearnedAsText() throws IOException {
    final Map<String, Integer> words = new LinkedHashMap<>();
    final List<String> lines = new ArrayList<>();
    for (final LabeledExample message : messages()) {
      final NamedFeatures text = (NamedFeatures) point(message).getFeatures();
      final Map<Integer, Integer> counts = new TreeMap<>();
      for (int i = 0; i < text.getNames().size(); i++) {
        words.putIfAbsent(text.getNames().get(i), words.size() + 1);
        final float count = text.getValues().isEmpty() ? 1 : text.getValues().get(i);
        counts.merge(words.get(text.getNames().get(i)), (int) count, Integer::sum);
      }
      final StringBuilder line = new StringBuilder((String) point(message).getLabel());
      counts.forEach((word, count) -> line.append(" " + word + ":" + count));
      lines.add(line.toString());
    }
    Files.write(dir.resolve("sms.libsvm"), lines);
    final double asText = loss("--format text --data " + SMS);
    final String counts = "--data " + dir.resolve("sms.libsvm");
    assertThat(loss(counts)).isCloseTo(asText, within(.002));
    assertThat(loss(counts + " --set features.transform=[]")).isGreaterThan(1.1 * loss(counts));
    assertThat(run("spec infer " + counts))
        .startsWith("# Values are sparse and not negative")
        .contains("- counts")
        .doesNotContain("transform:");
  }

  /** Shares of words, mostly zero, beside lengths, each in a unit of its own: as spambase has. */
  @Test
  void sms_asSharesAndLengths_isStandardized() throws IOException {
    final List<String> words =
        List.of("call", "free", "txt", "to", "i", "you", "claim", "prize", "my", "mobile", "www");
    final List<String> lines = new ArrayList<>();
    lines.add("label," + String.join(",", words) + ",words,longest");
    for (final LabeledExample message : messages()) {
      final List<String> text = ((NamedFeatures) point(message).getFeatures()).getNames();
      final StringBuilder line = new StringBuilder((String) point(message).getLabel());
      for (final String word : words) {
        line.append(text.contains(word) ? ",%.2f".formatted(100. / text.size()) : ",0");
      }
      final int longest = text.stream().mapToInt(String::length).max().orElse(0);
      lines.add(line + ",%d,%d".formatted(text.size(), 10 * longest));
    }
    Files.write(dir.resolve("shares.csv"), lines);
    final String table = "--data " + dir.resolve("shares.csv");
    assertThat(loss(table + " --standardize 0")).isGreaterThan(1.05 * loss(table));
  }

  /** Indicators of categories have one length, and nothing to gain. */
  @Test
  void adult_indicators_stayAsTheyAre() throws IOException {
    final String spec = run("spec infer --data data/adult/a9a.gz --format libsvm");
    assertThat(spec)
        .startsWith("# All values are 0 or 1")
        .doesNotContain("transform:", "standardize: 1", "half-lives");
  }

  /** What tells the labels apart turns round every 600 rows. */
  @Test
  void driftingTable_isForgottenByItself() throws IOException {
    final String drifting = "--data " + drawn("drift.csv", 600);
    final String steady = "--data " + drawn("steady.csv", 1_000_000);
    final String never = " --set forgetting=none";
    assertThat(loss(drifting)).isLessThan(.7 * loss(drifting + never));
    assertThat(loss(steady)).isLessThan(1.003 * loss(steady + never));
    assertThat(loss(drifting + " --set members=none")).isPositive();
    assertThat(loss(drifting + " --set forgetting.half-life=500")).isPositive();
  }

  private Path drawn(final String name, final int period) throws IOException {
    final SplittableRandom random = new SplittableRandom(1);
    final List<String> lines = new ArrayList<>(List.of("label,a,b,c"));
    for (int i = 0; i < 4000; i++) {
      final double a = 4 * random.nextDouble() - 2;
      final double b = random.nextDouble();
      final double c = 50 * random.nextDouble();
      final double score = (i / period % 2 == 0 ? 2 : -2) * a;
      final boolean yes = random.nextDouble() < 1 / (1 + Math.exp(-score));
      lines.add("%s,%.3f,%.3f,%.2f".formatted(yes ? "yes" : "no", a, b, c));
    }
    return Files.write(dir.resolve(name), lines);
  }

  private static List<LabeledExample> messages() throws IOException {
    final List<LabeledExample> examples = new ArrayList<>();
    try (ExampleReader reader = ExampleReader.open(Format.TEXT, SMS.toString())) {
      for (LabeledExample next = reader.read(); next != null; next = reader.read()) {
        examples.add(next);
      }
    }
    return examples;
  }

  private static Point point(final LabeledExample example) {
    return (Point) example.getStructure();
  }

  private static double loss(final String options) throws IOException {
    final JsonNode evaluation = JSON.readTree(run("evaluate --json " + options));
    return evaluation.get("progressiveLogLoss").asDouble();
  }

  private static String run(final String line) {
    final StringWriter out = new StringWriter();
    final int code =
        Majorant.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(System.err, true))
            .execute(line.split(" "));
    assertThat(code).as(line).isZero();
    return out.toString();
  }
}
