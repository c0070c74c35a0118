package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Majorant;

/** Hadolint's rules, as far as this Dockerfile could break them; numbers are hadolint's. */
class DockerfileTest {
  private static final Path FILE = Shipped.ROOT.resolve("ops/docker/Dockerfile");

  private Dockerfile dockerfile;

  @BeforeEach
  void read() throws IOException {
    dockerfile = Dockerfile.read(FILE);
  }

  @Test
  void instructions_areTheGoodOnes() {
    assertThat(dockerfile.instructions())
        .extracting(Dockerfile.Instruction::name)
        .startsWith("FROM") // DL3061
        .containsOnly( // no ADD (DL3020), no MAINTAINER (DL4000)
            "FROM", "RUN", "WORKDIR", "COPY", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD");
  }

  @Test
  void images_arePinned() {
    assertThat(dockerfile.of("FROM"))
        .hasSize(2) // stages
        .allMatch(
            image -> image.matches("\\S+:\\d+\\.\\d+\\.\\d+\\S*( AS \\w+)?")); // DL3006, DL3007
  }

  @Test
  void user_isNotRoot() {
    assertThat(dockerfile.of("USER")).containsExactly("10001:10001"); // DL3002
    final List<String> names =
        dockerfile.instructions().stream().map(Dockerfile.Instruction::name).toList();
    assertThat(names.lastIndexOf("USER")).isGreaterThan(names.lastIndexOf("RUN"));
  }

  @Test
  void folders_areAbsolute() {
    assertThat(dockerfile.of("WORKDIR")).allMatch(folder -> folder.startsWith("/")); // DL3000
    assertThat(dockerfile.of("RUN")).noneMatch(run -> run.matches(".*\\b(cd|sudo|apt)\\b.*"));
  }

  @Test
  void programs_areLists() throws IOException {
    assertThat(dockerfile.exec("HEALTHCHECK")).hasSize(3); // DL3025, DL3055
    assertThat(dockerfile.exec("ENTRYPOINT")).startsWith("java").endsWith(Majorant.class.getName());
    final String[] command = dockerfile.exec("CMD").toArray(String[]::new);
    assertThatCode(() -> Majorant.commandLine().parseArgs(command)).doesNotThrowAnyException();
  }

  @Test
  void sources_areThereAndNotIgnored() throws IOException {
    final List<String> ignore = Files.readAllLines(Path.of(FILE + ".dockerignore"));
    assertThat(ignore).startsWith("**"); // all, but what follows
    final Stream<String> sources =
        dockerfile.of("COPY").stream()
            .filter(copy -> !copy.startsWith("--from=build "))
            .map(copy -> copy.split(" ")[0]);
    assertThat(sources)
        .hasSize(6)
        .allMatch(source -> Files.exists(Shipped.ROOT.resolve(source)))
        .allMatch(source -> ignore.contains("!" + source.split("/")[0]));
  }
}
