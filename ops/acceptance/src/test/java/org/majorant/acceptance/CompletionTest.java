package org.majorant.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.ops.Majorant;

/** The script in a real bash, called as bash calls it when somebody hits the tabulator key. */
class CompletionTest {
  private static final String COMPLETE =
      """
      source completion.sh
      function=$(complete -p majorant | sed 's/.*-F \\([^ ]*\\).*/\\1/')
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      $function
      echo "${COMPREPLY[*]}"
      """;

  @TempDir private Path dir;

  @BeforeEach
  void script() throws IOException {
    try (PrintWriter out =
        new PrintWriter(
            Files.newBufferedWriter(dir.resolve("completion.sh"), StandardCharsets.UTF_8))) {
      assertThat(Majorant.commandLine().setOut(out).execute("completion")).isZero();
    }
  }

  @Test
  void script_parses() throws Exception {
    assertThat(bash("-n", "completion.sh")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ops/majorant tr, train",
    "ops/majorant bo, bound",
    "ops/majorant bound --order g, given",
    "ops/majorant models '', accept-loss accept-recreated apply compare delete export import list pause promote replay reset resume rollback weights lineage show versions",
    "ops/majorant demo --stream '', adult drift tagging matching segmentation clicks",
    "ops/majorant learn --sp, --spec",
    "ops/majorant evaluate --format c, csv conll",
    "ops/majorant spec '', infer check fields",
    "ops/majorant train --solver n, newton",
    "ops/majorant train --data compl, completion.sh",
    "ops/majorant reproduce '', table1 table2 house horses matching roommates figure1",
  })
  void words_begun_areCompleted(final String line, final String words) throws Exception {
    final String[] typed = line.replace("''", "").split(" ", -1);
    final String[] command = new String[typed.length + 3];
    command[0] = "-c";
    command[1] = COMPLETE;
    command[2] = "bash";
    System.arraycopy(typed, 0, command, 3, typed.length);

    assertThat(bash(command)).isEqualToIgnoringNewLines(words);
  }

  private String bash(final String... arguments) throws Exception {
    final String[] command = new String[arguments.length + 1];
    command[0] = "bash";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    final Process bash =
        new ProcessBuilder(command).directory(dir.toFile()).redirectError(Redirect.DISCARD).start();
    final String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).isZero();
    return out;
  }
}
