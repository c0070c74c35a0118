package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Majorant;

/** The unit of systemd, held to the command line. SystemdToolsIT has systemd itself read it. */
class SystemdUnitTest {
  static final Path FILE = Shipped.ROOT.resolve("ops/systemd/majorant-learner@.service");

  private final Map<String, String> settings = new HashMap<>();

  @BeforeEach
  void read() throws IOException {
    final String joined = Files.readString(FILE).replaceAll("\\\\\n\\s*", "");
    joined
        .lines()
        .filter(line -> line.matches("\\w+=.*"))
        .map(line -> line.split("=", 2))
        .forEach(words -> settings.put(words[0], words[1]));
  }

  @Test
  void command_isOneOfTheCommandLine() {
    final List<String> command = List.of(settings.get("ExecStart").split(" "));
    assertThat(command.get(0)).isEqualTo("/opt/majorant/ops/majorant");
    final Map<String, String> environment = new HashMap<>();
    Arrays.stream(settings.get("Environment").split(" "))
        .map(variable -> variable.split("="))
        .forEach(variable -> environment.put(variable[0], variable[1]));
    environment.put("CREDENTIALS_DIRECTORY", "/run/credentials"); // systemd's own
    final String[] args =
        command.stream()
            .skip(1)
            .map(
                argument ->
                    Pattern.compile("\\$\\{(\\w+)\\}")
                        .matcher(argument)
                        .replaceAll(name -> environment.get(name.group(1))))
            .toArray(String[]::new);
    assertThatCode(() -> Majorant.commandLine().parseArgs(args)).doesNotThrowAnyException();
  }

  @Test
  void folders_areThoseThatItMayUse() {
    assertThat(settings.get("ExecStart"))
        .contains("--state-dir=/var/lib/" + settings.get("StateDirectory"))
        .contains("/" + settings.get("LoadCredential").replaceAll(":.*", ""));
  }
}
