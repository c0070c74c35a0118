package org.majorant.research.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.Majorant;

class MaxentCommandTest {
  @TempDir private Path dir;

  @Test
  void maxent_die_isPrinted() throws IOException {
    Files.writeString(
        dir.resolve("die.yaml"),
        "{outcomes: {1: {n: 1}, 2: {n: 2}, 3: {n: 3}, 4: {n: 4}, 5: {n: 5}, 6: {n: 6}},"
            + " moments: {n: {equals: 4.5}}}");
    final JsonNode found = new ObjectMapper().readTree(run("maxent --json --moments DIR/die.yaml"));
    assertThat(found.at("/probabilities/6").asDouble()).isCloseTo(0.34749, within(5e-6));
    assertThat(found.at("/moments/n/theta").asDouble()).isCloseTo(0.37105, within(5e-6));
    assertThat(run("maxent --moments DIR/die.yaml"))
        .contains("6                       0.347494")
        .contains("divergence from the prior 0.178");
  }

  private String run(final String arguments) {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final int code =
        Majorant.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.replace("DIR", dir.toString()).split(" "));
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }
}
