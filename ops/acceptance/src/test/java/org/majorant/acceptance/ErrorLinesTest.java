package org.majorant.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.Majorant;

/** What users see of their mistakes, where no broker is needed to see them. */
class ErrorLinesTest {
  private static final String DATA = "evaluate --format libsvm --data DIR/data.libsvm";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path dir;

  @BeforeEach
  void files() throws IOException {
    write("data.libsvm", "-1 1:1\n+1 2:1\n-1 1:1\n+1 2:1\n");
    write("strange.libsvm", "-1 1:1\n7 2:1\n+1 2:1\n");
    write("partly.conll", "a X\nb ?\n\nc Y\n");
    write("table.csv", "a,b\n1,2\n1,3\n");
    write("header.csv", "a,b\n");
    write("columns.yaml", "{model: m, labels: [x, y], columns: {label: b, ignore: [a]}}");
    write("bare.libsvm", "-1\n+1\n");
    write("empty.libsvm", "");
    write("garbled.yaml", "model: [a\n");
    write("strange.yaml", "{model: m, labels: [a, b], features: {dimension: 300}}");
    write("unknown.yaml", "{model: m, labels: [a, b], colour: red}");
    write(
        "directional.yaml",
        "{model: m, labels: ['-1', '+1'], features: {dimension: 3}, forgetting: {directional: 9}}");
    write(
        "infeasible.yaml",
        "{model: m, labels: ['-1', '+1'], features: {dimension: 3}, constraints: "
            + "{box: [0, 1], linear: [{weights: {1: 1, 2: 1}, equals: 3}]}}");
    write("choices.jsonl", "{\"alternatives\": [{\"a\": 1}, {\"b\": 1}], \"chosen\": 0}\n");
    write("labels.yaml", "{model: m, task: choice, labels: [a, b]}");
    write("impossible.yaml", "{outcomes: {a: {x: 1}}, prior: {a: 0}, moments: {x: {equals: 1}}}");
    write("unreachable.yaml", "{outcomes: {a: {x: 1}, b: {x: 2}}, moments: {x: {equals: 3}}}");
    write(
        "together.yaml",
        "{outcomes: {a: {x: 1}, b: {y: 1}}, moments: {x: {at-least: 0.6}, y: {at-least: 0.6}}}");
    Files.write(dir.resolve("binary.yaml"), new byte[] {(byte) 0xc3, 0, (byte) 0xff});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "demo --rate -1                          | --rate must be 0 or more examples a second",
        "demo --rate NaN                         | --rate must be 0 or more examples a second",
        "demo --stream house                     | Invalid value for option '--stream': expected one of [ADULT, DRIFT, TAGGING, MATCHING, SEGMENTATION, CLICKS]",
        "demo --partitions 0                     | --partitions must be 1 or more",
        "demo --port 70000                       | --port must be 0 to 65535",
        "demo --http-port 70000                  | --http-port must be 0 to 65535",
        "learn --spec x --from 2099-01-01        | --from is in the future: leave it out to begin with the oldest record",
        "learn --spec x --from yesterday         | is not so long ago as 30s, 2h, 7d, nor a day as 2026-01-31",
        "spec infer                              | give a file by --data, or else a --topic",
        "spec infer --data x.csv --schema y      | --schema is for --topic: leave it out",
        "spec infer --topic x --format csv       | --format is for files: leave it out",
        "spec check DIR/columns.yaml --data x --records 5 | --records is for the spec's topic: leave out --data",
        "serve --log-predictions majorant-models | --log-predictions majorant-models is for Majorant alone: name another topic",
        "learn --spec x --http-port -1           | --http-port must be 0 to 65535",
        "learn --spec x --http-host 0.0.0.0      | --http-host 0.0.0.0 is beyond loopback: name a",
        "learn --spec x --http-tls-cert y        | --http-tls-cert and --http-tls-key go together: give both",
        "learn --spec x --http-tls-key y         | --http-tls-cert and --http-tls-key go together: give both",
        "learn --spec x --otlp-url otel:4317     | --otlp-url must be a URL with http or https",
        "learn --spec x --grafana-url h:3000     | --grafana-url must be a URL with http or https",
        "learn                                   | give either --spec FILE, or --models PATTERN for a fleet",
        "models rollback m --to x --to-version 3 | --to=FILE, --to-version=V are mutually exclusive",
        "produce --format csv --data x --pack 1001 | --pack must be 1 to 1000",
        "produce --format csv --data x --rate -1 | --rate must be 0 or more examples a second",
        "evaluate --format words --data x        | expected one of [LIBSVM, CSV, TSV, JSONL, TEXT, CONLL, AVRO, PARQUET]",
        "DATA --label-column y                   | --label-column is for csv, tsv, avro, parquet and conll, not for libsvm",
        "DATA --ignore-columns y                 | --ignore-columns is for csv, tsv, avro and parquet, not for libsvm",
        "evaluate --data -                       | the name of standard input does not say how it is written: give --format, one of libsvm, csv",
        "evaluate --data DIR/table.csv --spec DIR/columns.yaml --label-column a | --label-column is not for a spec with 'columns', as m has it: say it there",
        "evaluate --data DIR/table.csv --spec DIR/columns.yaml --ignore-columns a | --ignore-columns is not for a spec with 'columns'",
        "spec infer --data DIR/table.csv --l2 1  | --l2 is for other formats: say it by hand in the spec",
        "spec check DIR/columns.yaml --format csv | --format is for --data: give that, too",
        "DATA --class-weights balanced           | --class-weights: 'balanced' is no LABEL=W; 'ops/majorant spec infer --class-weights balanced' finds numbers",
        "DATA --class-weights maybe=1            | --class-weights: 'maybe' is not one of the labels [-1, +1]",
        "DATA --class-weights +1=8               | --class-weights has none for '-1': give one for each of [-1, +1]",
        "DATA --class-weights -1=1,+1=0          | --class-weights of '+1' must be a number above 0, and at most 1,000,000",
        "DATA --class-weights -1=1,+1=many       | --class-weights of '+1' must be a number above 0",
        "DATA --class-weights -1=1,-1=2          | --class-weights has '-1' twice: give one for each label",
        "train --format libsvm --data DIR/data.libsvm --class-weights +1=8 | --class-weights has none for '-1'",
        "learn --spec DIR/columns.yaml --class-weights x=1 | --class-weights has none for 'y': give one for each of [x, y]",
        "evaluate --format jsonl --data DIR/choices.jsonl --class-weights a=1 | --class-weights is for models of points: leave it out",
        "spec infer --data DIR/table.csv --label-column b --class-weights x=1 | Invalid value for option '--class-weights': expected one of [BALANCED]",
        "DATA --passes 0                         | --passes must be 1 or more",
        "DATA --workers 0                        | --workers must be 1 or more",
        "DATA --holdout 1                        | --holdout must be between 0 and 1",
        "DATA --set prior.l2                     | --set prior.l2: FIELD=VALUE is expected, as in prior.l2=0.1",
        "DATA --set prior.l3=1                   | prior.l3: unknown field; known here: l2, l1, scale",
        "DATA --set latent=0                     | latent: 0 is not a whole number in 1..64",
        "DATA --latent 0                         | latent: 0 is not a whole number in 1..64",
        "DATA --l2 0                             | prior.l2: 0.0 is not a finite number above 0",
        "DATA --l1 -1                            | prior.l1: -1.0 is not a finite number of at least 0",
        "DATA --constraints positive             | constraints: must be none, nonnegative, or a map",
        "DATA --curvature round                  | curvature.memory: 'round' is not one of auto",
        "evaluate --format jsonl --data DIR/choices.jsonl --curvature full | curvature.memory: is for 'task: multiclass' and",
        "maxent                                  | Missing required option: '--moments=FILE'",
        "DATA --forgetting fast                  | forgetting: must be none, auto, or one of half-life",
        "DATA --forgetting auto --members none   | forgetting: auto needs members, which 'members: none' excludes: give one half-life, or none",
        "DATA --forgetting auto --curvature diagonal | forgetting: auto needs full curvature, not diagonal: give one half-life, or none",
        "DATA --forgetting half-lives:30,x       | forgetting.half-lives[1]: x is not a whole number in 1..1000000000",
        "DATA --forgetting directional:9 --workers 2 | for one partition alone, but --workers is 2",
      })
  void usage_wrong_isOneLineAndExitCode2(final String arguments, final String message) {
    assertThat(run(arguments)).isEqualTo(2);
    assertOneLine(message);
  }

  /** An option that does nothing is a mistake, and said before any file is read: there is none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "evaluate SPEC --l1 5                | --l1 is not for --spec: say it in the spec",
        "evaluate SPEC --constraints none    | --constraints is not for --spec: say it in the spec",
        "evaluate SPEC --standardize 9       | --standardize is not for --spec: say it in the spec",
        "evaluate SPEC --templates word      | --templates is not for --spec: say it in the spec",
        "evaluate SPEC --feature-columns 1   | --feature-columns is not for --spec: say it in the spec",
        "evaluate NO --model DIR/m --passes 1  | --passes is not for --model, which is only scored: leave it out",
        "evaluate NO --model DIR/m --spec x    | --spec is not for --model, which is only scored",
        "evaluate NO --model DIR/m --test x    | --test is not for --model, which is only scored",
        "evaluate NO --model DIR/m --holdout .1 | --holdout is not for --model, which is only scored",
        "evaluate NO --model DIR/m --shuffle 1 | --shuffle is not for --model, which is only scored",
        "evaluate NO --model DIR/m --l2 1      | --l2 is not for --model, which is only scored",
        "evaluate NO --model DIR/m --class-weights a=1 | --class-weights is not for --model, which is only scored",
        "evaluate NO --model DIR/m --set latent=2 | --set is not for --model, which is only scored",
        "evaluate NO --model DIR/m --rff 9     | --rff is not for --model, which is only scored",
        "evaluate NO --model DIR/m --workers 2 | --workers is not for --model, which is only scored",
        "evaluate NO --model DIR/m --templates word | --templates is not for --model, which is only",
        "evaluate NO --sync 9                | --sync is for --workers: give that, too",
        "evaluate NO --delay 9               | --delay is for --workers: give that, too",
        "evaluate NO --hold 9                | --hold is for --workers: give that, too",
        "evaluate NO --async 9               | --async is for --workers: give that, too",
        "evaluate NO --curvature full --rank 9 | --rank is for low-rank curvature, and this is full: give",
        "evaluate NO --curvature diagonal --absorb true-diagonal | --absorb is for low-rank curvature, and",
        "evaluate NO --bandwidth 9           | features.bandwidth: goes with rff",
        "evaluate NO --l2 0                  | prior.l2: 0.0 is not a finite number above 0",
        "evaluate NO --hash-bits 40          | features.hash-bits: 40 is not a whole number in 1..26",
        "evaluate NO --forgetting directional:9 --workers 2 | for one partition alone, but --workers is 2",
        "train SPEC --l1 5 --solver bound    | --l1 is not for --spec: say it in the spec",
        "train SPEC --constraints none       | --constraints is not for --spec: say it in the spec",
        "train SPEC --latent 2               | --latent is not for --spec: say it in the spec",
        "train SPEC --transform unit         | --transform is not for --spec: say it in the spec",
        "train SPEC --templates word         | --templates is not for --spec: say it in the spec",
        "train NO --gap 1 --gradient-norm 1  | --gradient-norm is not for --gap, which ends it",
        "train NO --bootstrap-server h:1     | --bootstrap-server is for --publish: give that, too",
        "train NO --registry-url h:1         | --registry-url is for --publish: give that, too",
        "train NO --l2 -1                    | --l2 must be 0 or more",
        "train NO --l2-per-example NaN       | --l2 must be 0 or more",
        "train NO --gap 0                    | --gap must be more than 0",
        "train NO --gradient-norm -1         | --gradient-norm must be 0 or more",
        "train NO --iterations -1            | --iterations must be 0 or more",
        "train NO --l1 5                     | constraints and --l1 need --solver bound",
        "train NO --constraints nonnegative  | constraints and --l1 need --solver bound",
        "train NO --publish                  | --publish needs --spec, which names the model",
        "predict NO --model DIR/m --templates word    | --templates is not for predict, where the model says",
        "predict NO --model DIR/m --feature-columns 1 | --feature-columns is not for predict, where the",
        "predict NO --model DIR/spec.yaml --version 1 | --version is for published models, and DIR/spec.yaml is",
        "demo --loop --exit-when-done        | --loop is never done: give it, or --exit-when-done",
        "reproduce table1 --out x            | --out is for figure1, horses and roommates: leave",
        "reproduce figure1 --data x          | --data is for what reads data: leave it out",
        "bench pipeline --rounds 0           | --rounds must be 1 or more",
        "bench pipeline --examples 0         | --examples must be 1 or more",
        "bench pipeline --pack 1001          | --pack must be 1 to 1000",
        "bench pipeline --threads 0          | --threads must be 1 or more",
        "bench pipeline --dimension 0        | --dimension must be 1 or more",
        "bench pipeline --features 0         | --features must be 1 or more",
        "bench pipeline --data x --features 3 | --features is for drawn examples: leave it out, or --data",
        "bench pipeline --curvature full     | --curvature: full needs 1 x 100001² numbers",
        "bench quality NO                    | none has learned: give --test or --holdout",
        "bench quality NO --holdout 1        | --holdout must be between 0 and 1",
        "bench quality NO --holdout .2 --rounds 0 | --rounds must be 1 or more",
        "bench quality NO --holdout .2 --transform x | features.transform",
        "bench latency --seconds 0           | --seconds must be more than 0",
        "bench latency --examples 1          | --examples must be 2 or more",
        "bench scale --examples 0            | --examples must be 1 or more",
        "bench sequence NO --rounds 0        | --rounds must be 1 or more",
        "bench sequence NO --l2 0            | prior.l2: 0.0 is not a finite number above 0",
        "bench train --rounds 0              | --rounds must be 1 or more",
        "bench train --gap 0                 | --gap must be more than 0",
        "bench train --l2 NaN                | --l2 must be 0 or more",
        "topics create --registry-url x      | --registry-url is not for topics, which need no registry",
        "learn --spec x --timeout 5s         | --timeout is not for a command that waits until a broker",
        "watch --model m --timeout 5s        | --timeout is not for a command that waits until a broker",
        "train NO --timeout 5s               | --timeout is for --publish: give that, too",
        "models list --timeout 0s            | Invalid value for option '--timeout': '0s' is not a duration above 0 as 500ms, 30s, 5m",
        "models list --timeout PT5S          | option '--timeout': 'PT5S' is not a duration above 0 as 500ms, 30s, 5m",
        "doctor --registry-url x             | --registry-url is not for doctor, which asks no registry",
      })
  void option_thatWouldBeIgnored_isRefusedBeforeAnyDataIsRead(
      final String arguments, final String message) {
    write("spec.yaml", "{model: m, labels: ['-1', '+1'], features: {dimension: 3}}");
    final String line =
        arguments
            .replace("SPEC", "NO --spec DIR/spec.yaml")
            .replace("NO", "--format libsvm --data DIR/no");
    assertThat(run(line)).isEqualTo(2);
    assertOneLine(message);
  }

  @Test
  void option_thatTheDataHasNoUseFor_isRefused() {
    assertThat(run(DATA + " --rank 9")).isEqualTo(2);
    assertOneLine("--rank is for low-rank curvature, and this is full: give --curvature low-rank");
    err.getBuffer().setLength(0);
    assertThat(run(DATA + " --hash-bits 9")).isEqualTo(2);
    assertOneLine("--hash-bits is for hashed features, which this data has not: leave it out");
    assertThat(run(DATA + " --rank 9 --curvature low-rank")).isZero();
  }

  @Test
  void option_thatTheModelHasNoUseFor_isRefused() {
    final String data = " --format libsvm --data DIR/data.libsvm";
    assertThat(run("train --out DIR/m.json" + data)).isZero();
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    assertThat(run("predict --given --model DIR/m.json" + data)).isEqualTo(2);
    assertOneLine("--given is for models of sequences and graphs: leave it out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "train NO --out DIR/no/m.json     | cannot write DIR/no/m.json (there is no such directory): name another",
        "reproduce figure1 --out DIR/no/x | cannot write DIR/no/x (there is no such directory): name another",
        "evaluate NO --forgetting half-life:1h | a file has no record time",
      })
  void output_thatCannotBeWritten_isSaidBeforeAnyDataIsRead(
      final String arguments, final String message) {
    assertThat(run(arguments.replace("NO", "--format libsvm --data DIR/no"))).isEqualTo(1);
    assertOneLine(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "learn --spec x --http-token-file DIR/no | cannot read the token file DIR/no",
        "learn --spec x --http-tls-cert DIR/no --http-tls-key DIR/no | cannot read a certificate (PEM) from DIR/no",
        "learn --spec DIR/no.yaml      | there is no spec file DIR/no.yaml",
        "learn --spec DIR/garbled.yaml | DIR/garbled.yaml: line 1: not this YAML",
        "learn --spec DIR/binary.yaml  | the spec DIR/binary.yaml is not text in UTF-8",
        "learn --spec DIR/unknown.yaml | DIR/unknown.yaml: colour: unknown field; known here: model",
        "learn --spec DIR/infeasible.yaml | DIR/infeasible.yaml: constraints cannot all hold: constraints.linear[0]: the box keeps it at 2.0 or less, not 3.0",
        "DATA --spec DIR/infeasible.yaml  | DIR/infeasible.yaml: constraints cannot all hold: constraints.linear[0]: the box",
        "DATA --spec DIR/unknown.yaml  | DIR/unknown.yaml: colour: unknown field; known here: model",
        "evaluate --format csv --data DIR/no.csv | DIR/no.csv: not a file that can be read",
        "evaluate --format csv --data DIR/table.csv --label-column c | no label column 'c' among 'a', 'b'; expected",
        "evaluate --data DIR/table.csv | table.csv:1: no column 'label' among 'a', 'b'; expected the label's name by --label-column",
        "evaluate --data DIR/table.csv --label-column a --ignore-columns c | no column 'c' among 'a', 'b'",
        "spec infer --data DIR/table.csv | the table has no column 'label': name that of the label by --label-column, one of 'a', 'b'",
        "spec infer --data DIR/header.csv --label-column b | the table has no rows under its header: give it some",
        "spec infer --data DIR/table.csv --label-column a | the column 'a' has the values [1], but a label has two",
        "spec infer --data DIR/table.csv --label-column b --ignore-columns c | the table has no column 'c' to ignore: it has 'a', 'b'",
        "spec infer --data DIR/no.csv | DIR/no.csv: not a file that can be read",
        "spec check DIR/unknown.yaml | DIR/unknown.yaml: colour: unknown field; known here: model",
        "spec check DIR/columns.yaml --format tsv --data DIR/table.csv | no label column 'b' among 'a,b'; expected",
        "evaluate --data DIR/table.csv --label-column a | the data has the labels [1], but two at least",
        "evaluate --format jsonl --data DIR/table.csv | table.csv:1: not JSON near column 1; expected one JSON",
        "evaluate --format libsvm --data DIR/bare.libsvm | the data has no features",
        "evaluate --format libsvm --data DIR/empty.libsvm | DIR/empty.libsvm has no examples",
        "DATA --spec DIR/strange.yaml  | no example fits the model: ",
        "DATA --test DIR/no.libsvm     | DIR/no.libsvm: not a file that can be read",
        "train --format libsvm --data DIR/data.libsvm --out DIR/no/m.json | cannot write DIR/no/m.json (there is no such directory): name another",
        "train --format libsvm --data DIR/data.libsvm --out DIR | cannot write DIR (Is a directory): name another by --out",
        "train --format conll --data DIR/partly.conll | labels that are not or partly observed, have many optima and no Hessian: give --solver",
        "DATA --forgetting half-life:1h | a file has no record time",
        "DATA --set forgetting.half-life=1h | a file has no record time",
        "evaluate --spec DIR/columns.yaml --data DIR/table.csv --set latent=0 | columns.yaml: latent: 0 is not a whole number in 1..64",
        "learn --spec DIR/labels.yaml  | DIR/labels.yaml: labels: is for 'task: multiclass' and 'task: sequence' only",
        "bench quality --format libsvm --data DIR/data.libsvm --holdout .01 --without-peers | no example that is held out can be scored: hold out more, or others",
        "bench quality --format jsonl --data DIR/choices.jsonl --holdout .5 | DIR/choices.jsonl has examples of 'task: choice', and the peers learn",
        "train --format jsonl --data DIR/choices.jsonl --l2 0 --json | the examples can be separated, so that without",
        "maxent --moments DIR/no.yaml  | there is no file DIR/no.yaml",
        "maxent --moments DIR/binary.yaml | DIR/binary.yaml is not text in UTF-8",
        "maxent --moments DIR/garbled.yaml | DIR/garbled.yaml: line 1: not this YAML",
        "maxent --moments DIR/impossible.yaml | DIR/impossible.yaml: prior: is 0 for every outcome",
        "maxent --moments DIR/unreachable.yaml | DIR/unreachable.yaml: x cannot be 3.0: it is 1.0 to 2.0",
        "maxent --moments DIR/together.yaml | DIR/together.yaml: no distribution has all of these moments",
        "train --format libsvm --data DIR/data.libsvm --latent 2 | have many optima and no Hessian: give --solver bound, relaxed, adaptive or lbfgs",
        "train --format libsvm --data DIR/data.libsvm --latent 2 --solver bound --gap 1e-3 | and no --gap",
        "models list --bootstrap-server 127.0.0.1:1 --timeout 300ms | no broker answers at 127.0.0.1:1 within 300ms: start one with",
        "watch --model m --once --bootstrap-server 127.0.0.1:1 --timeout 1s | within 1s: start one with 'ops/majorant broker', name another by --bootstrap-server, or wait longer by --timeout",
        "predict NO --model missing.json --bootstrap-server 127.0.0.1:1 --timeout 300ms | there is no file missing.json, and as a published model: no broker answers at 127.0.0.1:1",
        "predict NO --model no/m --bootstrap-server 127.0.0.1:1 --timeout 300ms | there is no file no/m, and as",
        "predict NO --model adult --bootstrap-server 127.0.0.1:1 --timeout 300ms | majorant: no broker answers at",
        "broker --data-dir DIR/table.csv/x --port 0 | cannot keep a broker's data in DIR/table.csv/x",
      })
  void input_bad_isOneLineAndExitCode1(final String arguments, final String message) {
    assertThat(run(arguments.replace("NO", "--format libsvm --data DIR/no"))).isEqualTo(1);
    assertOneLine(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"learn --spec", "spec check", "maxent --moments"})
  void faults_several_areALineEach(final String command) {
    write("faults.yaml", "{colour: red,\nshape: [1, 2]}");

    assertThat(run(command + " DIR/faults.yaml")).isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSizeGreaterThan(1)
        .allSatisfy(l -> assertThat(l).startsWith("majorant: " + dir + "/faults.yaml: "))
        .anySatisfy(l -> assertThat(l).contains("faults.yaml: colour: unknown field"))
        .anySatisfy(l -> assertThat(l).contains("faults.yaml: shape: unknown field"));
  }

  @Test
  void spec_directionalForTwoWorkers_isRefusedWithExitCode2() {
    assertThat(run(DATA + " --workers 2 --spec DIR/directional.yaml")).isEqualTo(2);
    assertOneLine("directional forgetting is for one partition alone, but --workers is 2");
    assertThat(run(DATA + " --workers 1 --spec DIR/directional.yaml")).isZero();
  }

  @Test
  void port_taken_isOneLineAndExitCode1() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      final int port = taken.getLocalPort();
      assertThat(run("broker --data-dir DIR/broker --port " + port)).isEqualTo(1);
      assertOneLine("port " + port + " is taken: name another by --port, or 0 for any free one");
    }
  }

  @Test
  void evaluate_heldOutThatDoesNotFit_isCounted() {
    final String spec = "model: m\nlabels: ['-1', '+1']\nfeatures: {dimension: 3}\n";
    write("spec.yaml", spec);
    final String arguments = DATA + " --spec DIR/spec.yaml --test DIR/strange.libsvm";

    assertThat(run(arguments)).isZero();
    assertThat(out.toString()).containsPattern("held out .*accuracy .* 1 rejected");
    assertThat(run(arguments + " --json")).isZero();
    assertThat(out.toString()).contains("\"heldOutRejected\":1");
  }

  private void assertOneLine(final String message) {
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines()).singleElement().asString().startsWith("majorant: ");
    assertThat(err.toString()).contains(message.replace("DIR", dir.toString()));
    assertThat(err.toString()).doesNotContain("MAJORANT_DEBUG");
  }

  private int run(final String arguments) {
    final String[] args = arguments.replace("DATA", DATA).split(" ");
    for (int i = 0; i < args.length; i++) {
      args[i] = args[i].replace("DIR", dir.toString());
    }
    return Majorant.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  private void write(final String name, final String text) {
    try {
      Files.writeString(dir.resolve(name), text);
    } catch (final IOException e) {
      throw new AssertionError(e);
    }
  }
}
