package org.majorant.acceptance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.ops.Majorant;
import picocli.CommandLine;

/** What pages show behind a {@code $} is what the command prints. */
class TranscriptsTest {
  private static final Path ROOT = Path.of("..");
  private static final double TOLERANCE = 0.005;

  /** These take long, need data that does not ship, or depend on the machine's pace. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "demo", "TranscriptsToolsIT",
          "reproduce", "PaperTablesSoak");

  @TempDir private Path dir;

  @ParameterizedTest
  @MethodSource("transcripts")
  void command_ofAPage_printsWhatIsShown(final Transcript transcript) throws IOException {
    for (final Map.Entry<String, String> file : transcript.files().entrySet()) {
      Files.writeString(dir.resolve(file.getKey()), file.getValue());
    }
    final String[] words = transcript.command().split("\\s+");
    for (int i = 0; i < words.length; i++) {
      words[i] =
          words[i].startsWith("ops/data/")
              ? ROOT.resolve(words[i]).toString()
              : transcript.files().containsKey(words[i])
                  ? dir.resolve(words[i]).toString()
                  : words[i];
    }

    transcript.requireLike(run(words), TOLERANCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "log-loss 0.3295 | log-loss 0.3296 | true",
        "log-loss 0.3295 | log-loss 0.3315 | false",
        "'-1  11,542   893' | '-1  11,541   894' | true",
        "'-1  11,542   893' | '-1  11,541  894' | false",
        "'-1  11,542   893' | '-1  11,542   993' | false",
        "'1,363 learned, in 0.48 s (2,825 a second)' | '1,363 learned, in 11.48 s (82 a second)' | true",
        "'1,363 learned, in 0.48 s (2,825 a second)' | '1,463 learned, in 0.48 s (2,825 a second)' | false",
        "least slack 3.04e-14 | least slack 9.1e-15 | true",
        "least slack 3.04e-14 | least slack -0.2 | false",
        "entities 3 | persons 3 | false",
      })
  void line_isLikeTheOneShown(final String shown, final String printed, final boolean alike) {
    assertThat(Transcript.isLike(shown, printed, false, TOLERANCE)).isEqualTo(alike);
  }

  /** Nothing is forgotten: what is not printed here is named with where it is tried. */
  @Test
  void transcripts_ofAllPages_areTriedHereOrElsewhere() throws IOException {
    assertThat(all().map(each -> each.command().split("\\s")[0]).distinct())
        .containsAll(ELSEWHERE.keySet());
    assertThat(transcripts().map(each -> each.command().split("\\s")[0]).distinct())
        .containsExactlyInAnyOrderElementsOf(Set.of("evaluate", "train", "maxent", "bound"));
  }

  static Stream<Transcript> transcripts() throws IOException {
    return all()
        .filter(each -> !ELSEWHERE.containsKey(each.command().split("\\s")[0]))
        .filter(each -> !each.shown().isEmpty());
  }

  private static Stream<Transcript> all() throws IOException {
    final Stream.Builder<Transcript> transcripts = Stream.builder();
    for (final Path page : DocumentationTest.allPages().toList()) {
      Transcript.of(page).forEach(transcripts);
    }
    return transcripts.build();
  }

  private static String run(final String... words) {
    final StringWriter out = new StringWriter();
    final CommandLine majorant = Majorant.commandLine().setOut(new PrintWriter(out, true));
    assertThat(majorant.execute(words)).isZero();
    return out.toString();
  }
}
