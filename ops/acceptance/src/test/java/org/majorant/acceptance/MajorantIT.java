package org.majorant.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.Majorant;

/** The command line as a process, with what libraries print. */
class MajorantIT {
  @TempDir private Path dir;

  @Test
  void topicsCreate_noBroker_saysThatItWaitsAndThatItGivesUp() throws Exception {
    final Process process =
        majorant("topics", "create", "--bootstrap-server", "127.0.0.1:1", "--timeout", "3s");

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(process.getInputStream().readAllBytes()).isEmpty();
    assertThat(Files.readAllLines(dir.resolve("err")))
        .containsExactly(
            "majorant: no broker answers at 127.0.0.1:1 yet: waits up to 3s, see --timeout",
            "majorant: no broker answers at 127.0.0.1:1 within 3s: start one with"
                + " 'ops/majorant broker', name another by --bootstrap-server, or wait longer by"
                + " --timeout");
  }

  /** It copies the spec before anything else of Avro is used. */
  @Test
  void evaluate_withWeightsInPlaceOfTheSpecs_learnsWithThem() throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("x.yaml"), "{model: x, labels: [a, b], features: {hash-bits: 6}}");
    final Path data =
        Files.writeString(
            dir.resolve("x.jsonl"),
            "{\"features\": {\"x\": 1}, \"label\": \"a\"}\n"
                + "{\"features\": {\"y\": 1}, \"label\": \"b\"}\n");

    final Process process =
        majorant(
            "evaluate",
            "--spec=" + spec,
            "--format=jsonl",
            "--data=" + data,
            "--class-weights=a=1,b=8");

    final String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(Files.readString(dir.resolve("err"))).isZero();
    assertThat(out).contains("log-loss");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void broker_commandKilled_endsAsWell(final boolean forcibly) throws Exception {
    final Path data = dir.resolve("data");
    final Process process = majorant("broker", "--port", "0", "--data-dir", data.toString());
    final String line = process.inputReader().readLine();
    assertThat(line).startsWith("Broker at 127.0.0.1:").contains(data.toString());
    final List<ProcessHandle> brokers = process.descendants().toList();
    assertThat(brokers).hasSize(1);

    if (forcibly) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }

    process.onExit().get(5, TimeUnit.SECONDS);
    brokers.get(0).onExit().get(5, TimeUnit.SECONDS);
    assertThat(Files.readString(dir.resolve("err"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void demo_ended_leavesFilesOnlyWhereItWasTold(final boolean told) throws Exception {
    final Path temporary = Files.createDirectory(dir.resolve("tmp"));
    final Path data = told ? dir.resolve("data") : temporary;
    final List<String> args = new ArrayList<>(List.of("demo", "--rate", "1"));
    args.addAll(told ? List.of("--data-dir", data.toString()) : List.of());
    final Process process =
        majorant(
            Jvm.shortLived("-Djava.io.tmpdir=" + temporary, "-Dmajorant.home=.."),
            args.toArray(String[]::new));
    while (!Files.readString(dir.resolve("err")).contains("watch it learn")) {
      assertThat(process.isAlive()).as(Files.readString(dir.resolve("err"))).isTrue();
      Thread.sleep(100);
    }
    assertThat(data).isNotEmptyDirectory();

    process.destroy();
    process.onExit().get(1, TimeUnit.MINUTES);

    assertThat(temporary.toFile().list((folder, name) -> name.startsWith("majorant-demo-")))
        .isEmpty();
    assertThat(Files.exists(dir.resolve("data"))).isEqualTo(told);
  }

  private Process majorant(final String... args) throws IOException {
    return majorant(Jvm.SHORT_LIVED, args);
  }

  private Process majorant(final List<String> jvm, final String... args) throws IOException {
    return Jvm.command(jvm, Majorant.class.getName(), args)
        .redirectError(Redirect.to(dir.resolve("err").toFile()))
        .start();
  }
}
