package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands take from the environment and from the user's file, seen in what they say. */
class SettingsTest {
  private static final String NONE = "no broker answers at 127.0.0.1:%s within %s: start one with";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> environment = new HashMap<>();

  @TempDir private Path dir;
  private Path file;

  @BeforeEach
  void directory() throws IOException {
    file = Files.createDirectories(dir.resolve("majorant")).resolve("config");
    environment.put("XDG_CONFIG_HOME", dir.toString());
  }

  @Test
  void option_inTheFile_needNotBeTyped() throws IOException {
    Files.writeString(file, "# the cluster\nbootstrap-server = 127.0.0.1:1 \ntimeout: 300ms\n");

    assertThat(run("models list")).isEqualTo(1);
    assertThat(err.toString()).contains(NONE.formatted("1", "300ms"));
  }

  @Test
  void file_withoutXdg_isUnderHome() throws IOException {
    final Path home = Files.createDirectories(dir.resolve("home/.config/majorant"));
    Files.writeString(home.resolve("config"), "bootstrap-server=127.0.0.1:1\ntimeout=300ms\n");
    environment.put("XDG_CONFIG_HOME", "");
    environment.put("HOME", dir.resolve("home").toString());

    assertThat(run("models list")).isEqualTo(1);
    assertThat(err.toString()).contains(NONE.formatted("1", "300ms"));
  }

  @Test
  void option_typed_winsOverTheEnvironmentThatWinsOverTheFile() throws IOException {
    Files.writeString(file, "bootstrap-server=127.0.0.1:1\ntimeout=8s\n");
    environment.put("MAJORANT_BOOTSTRAP_SERVERS", "127.0.0.1:2");
    environment.put("MAJORANT_TIMEOUT", "300ms");

    assertThat(run("models list")).isEqualTo(1);
    assertThat(err.toString()).contains(NONE.formatted("2", "300ms"));
    assertThat(run("models list --bootstrap-server 127.0.0.1:3 --timeout 200ms")).isEqualTo(1);
    assertThat(err.toString()).contains(NONE.formatted("3", "200ms"));
  }

  @Test
  void variable_empty_isNotSet() throws IOException {
    Files.writeString(file, "bootstrap-server=127.0.0.1:1\ntimeout=300ms\n");
    environment.put("MAJORANT_BOOTSTRAP_SERVERS", "");

    assertThat(run("models list")).isEqualTo(1);
    assertThat(err.toString()).contains(NONE.formatted("1", "300ms"));
  }

  /** It is set for all commands: one that has no use for it does not refuse to run. */
  @Test
  void option_thatIsRefusedWhereTyped_isNotRefusedWhereSet() throws IOException {
    Files.writeString(file, "registry-url=http://localhost:1\n");

    run("doctor --bootstrap-server 127.0.0.1:1 --timeout 300ms");
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("none answers at 127.0.0.1:1");
  }

  /** Help and doctor's findings are pasted where others read them. */
  @Test
  void password_ofAUrl_isNotShown() {
    environment.put("MAJORANT_REGISTRY_URL", "http://ada:secret@localhost:1");
    environment.put("MAJORANT_PROMETHEUS_URL", "http://ada:secret@localhost:2");

    assertThat(run("learn --help")).isZero();
    run("doctor --bootstrap-server 127.0.0.1:1 --timeout 300ms");
    assertThat(out.toString())
        .contains("http://USER:PASSWORD@localhost:1")
        .doesNotContain("secret");
  }

  @Test
  void key_unknown_isOneLineThatNamesIt() throws IOException {
    Files.writeString(file, "bootstrap-servers=127.0.0.1:1\ntimeout=300ms\n");

    assertThat(run("models list")).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith(
            "majorant: %s: bootstrap-servers: unknown; known here: bootstrap-server, command-config,"
                .formatted(file));
  }

  @Test
  void file_unreadable_isOneLineThatNamesIt() throws IOException {
    Files.writeString(file, "timeout=\\u00zz\n");

    assertThat(run("models list")).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("majorant: cannot read the settings " + file);
  }

  @Test
  void value_wrong_isOneLineThatSaysWhereItIsFrom() throws IOException {
    Files.writeString(file, "timeout=soon\n");

    assertThat(run("models list")).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().contains("(from " + file + ")");
    err.getBuffer().setLength(0);
    assertThat(run("models list --timeout later")).isEqualTo(2);
    assertThat(err.toString()).contains("'later'").doesNotContain("(from ");
  }

  @Test
  void doctor_saysWhereAValueIsFrom_unlessItWasTyped() throws IOException {
    Files.writeString(file, "timeout=300ms\n");
    environment.put("MAJORANT_BOOTSTRAP_SERVERS", "127.0.0.1:1");

    assertThat(run("doctor")).isEqualTo(1);
    assertThat(out.toString())
        .contains("bootstrap-server       127.0.0.1:1, from MAJORANT_BOOTSTRAP_SERVERS")
        .contains("timeout                300ms, from " + file);
    out.getBuffer().setLength(0);
    assertThat(run("doctor --bootstrap-server 127.0.0.1:2 --timeout 300ms")).isEqualTo(1);
    assertThat(out.toString()).doesNotContain(", from ");
  }

  private int run(final String arguments) {
    return Majorant.commandLine(environment)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.split(" "));
  }
}
