package org.majorant.research.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.ops.Majorant;

class BenchAllTest {
  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true", "true, true"})
  void calls_all_areUnderstoodAndLeaveNoBenchOut(final boolean quick, final boolean withoutPeers) {
    final List<List<String>> calls = BenchAllCommand.calls(quick, withoutPeers);
    for (final List<String> call : calls) {
      final List<String> line = new ArrayList<>(List.of("bench"));
      line.addAll(call);
      assertThatCode(() -> Majorant.commandLine().parseArgs(line.toArray(String[]::new)))
          .as("%s", line)
          .doesNotThrowAnyException();
    }
    final Set<String> benches =
        Majorant.commandLine().getSubcommands().get("bench").getSubcommands().keySet();
    assertThat(Stream.concat(Stream.of("all"), calls.stream().map(call -> call.get(0))))
        .containsAll(benches);
    assertThat(calls.stream().filter(call -> call.contains("--without-peers")).count())
        .isEqualTo(withoutPeers ? 10 : 0);
  }
}
