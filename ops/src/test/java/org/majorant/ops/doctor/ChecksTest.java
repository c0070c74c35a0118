package org.majorant.ops.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.ops.KeyFiles;
import org.majorant.ops.data.Adult;
import org.majorant.ops.doctor.Finding.Status;
import org.majorant.ops.doctor.TransactionChecks.Open;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.PemKeyStore;
import org.majorant.ops.http.StatusServer;

class ChecksTest {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration EVEN_IF_BUSY = Duration.ofMinutes(1);

  @Test
  void question_notAnswered_isMendedByWhatKeepsTheBrokers() {
    final Finding late = unknown(new TimeoutException("no answer"));
    final Finding refused = unknown(new ClusterAuthorizationException("no right"));
    assertThat(late.mend()).startsWith("start the brokers that are down or stand still");
    assertThat(refused.mend()).contains("OPERATIONS.md");
  }

  private static Finding unknown(final Exception cause) {
    final Finding finding = Finding.unknown("clock", new ExecutionException(cause));
    assertThat(finding.status()).isEqualTo(Status.WARN);
    assertThat(finding.finding()).isEqualTo("the brokers do not say: " + cause.getMessage());
    return finding;
  }

  @ParameterizedTest
  @CsvSource({"11.0.2, FAIL", "17.0.15+6, OK", "25, OK"})
  void java_isOldOrNot(final String version, final Status status) {
    assertThat(MachineChecks.java(Runtime.Version.parse(version)).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"900, 400, FAIL", "1500, 400, WARN", "4000, 1000, OK"})
  void memory_mebibytes(final long total, final long heap, final Status status) {
    assertThat(MachineChecks.memory(total << 20, heap << 20).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"255, FAIL", "1000, WARN", "2048, OK"})
  void disk_mebibytesFree(final long free, final Status status) {
    assertThat(MachineChecks.disk(Path.of("data"), free << 20).status()).isEqualTo(status);
  }

  @Test
  void disk_folderToBeMade_isLookedAtWhereItWillBe(@TempDir final Path dir) throws IOException {
    assertThat(MachineChecks.disk(dir.resolve("a/b")).finding()).contains("under " + dir);
    final Path file = Files.createFile(dir.resolve("file"));
    assertThat(MachineChecks.disk(file.resolve("x")).finding()).contains("cannot be written to");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 1004, OK, within 0.004 s of the broker's",
    "2000, 1000, 1200, OK, within 1.000 s of the broker's",
    "3500, 1000, 1000, WARN, 2.5 s behind the broker's",
    "1000, 3500, 3600, WARN, 2.5 s ahead of the broker's",
    "9000000, 1000, 1000, FAIL, 'behind the broker''s, so that it may refuse records'",
  })
  void clock_apart(
      final long there,
      final long before,
      final long after,
      final Status status,
      final String finding) {
    final Finding clock = BrokerChecks.clock(there, before, after);
    assertThat(clock.status()).isEqualTo(status);
    assertThat(clock.finding()).contains(finding);
    assertThat(clock.mend() == null).isEqualTo(status == Status.OK);
  }

  @Test
  void port_ofAStranger_isAWarning() throws Exception {
    final int port;
    try (ServerSocket taken = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
      assertThat(PortChecks.broker(port, SOON).status()).isEqualTo(Status.WARN);
      assertThat(PortChecks.http(port, SOON).status()).isEqualTo(Status.WARN);
    }
    assertThat(PortChecks.broker(port, SOON).finding()).startsWith("free");
    assertThat(PortChecks.http(port, SOON).finding()).startsWith("free");
  }

  /** As it is, behind a token, over TLS, and both. */
  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true", "true, true"})
  void port_ofALearnersPage_isWell(
      final boolean token, final boolean encrypted, @TempDir final Path dir) throws Exception {
    final Optional<KeyStore> tls;
    if (encrypted) {
      final KeyFiles files = KeyFiles.make(dir, "learner", "EC");
      tls = Optional.of(PemKeyStore.read(files.certificate(), files.key()));
    } else {
      tls = Optional.empty();
    }
    try (StatusServer page =
        new StatusServer(
            new HttpAddress("127.0.0.1", 0, token ? Optional.of("s3cret") : Optional.empty(), tls),
            Map.of("bootstrap.servers", "127.0.0.1:1"),
            Adult.spec(),
            null,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))) {
      final Finding finding = PortChecks.http(URI.create(page.url()).getPort(), EVEN_IF_BUSY);
      assertThat(finding.status()).as(finding.finding()).isEqualTo(Status.OK);
    }
  }

  @Test
  void protocol_beforeVersion2_isToBeTurnedOn() {
    final BrokerChecks broker = new BrokerChecks(null, "b:1", Duration.ofSeconds(8));
    assertThat(broker.transactionVersion(2).status()).isEqualTo(Status.OK);
    final Finding old = broker.transactionVersion(1);
    assertThat(old.status()).isEqualTo(Status.WARN);
    assertThat(old.mend())
        .isEqualTo(
            "kafka-features.sh --bootstrap-server b:1 upgrade --feature transaction.version=2");
  }

  @Test
  void replica_notInSync_isNamed() {
    final Node one = new Node(1, "a", 1);
    final Node two = new Node(2, "b", 1);
    final var whole = new TopicPartitionInfo(0, one, List.of(one, two), List.of(one, two));
    final var behind = new TopicPartitionInfo(1, one, List.of(one, two), List.of(one));
    assertThat(TopicChecks.behind(List.of(whole))).isEmpty();
    assertThat(TopicChecks.behind(List.of(whole, behind)))
        .contains("partition 1 has 1 of 2 replicas in sync");
  }

  @Test
  void transaction_openTwiceAndUnknownInBetween_hangs() {
    final TopicPartition offsets = new TopicPartition("__consumer_offsets", 1);
    final Open open = new Open(offsets, 7, 151);

    assertThat(TransactionChecks.hanging(Set.of(open), List.of(), Set.of(open)))
        .containsExactly(open);
    // Ended by its coordinator, as far as that knows, and begun by the same producer elsewhere.
    final TopicPartition models = new TopicPartition("majorant-models", 0);
    assertThat(hanging(open, transaction(7, models), open)).containsExactly(open);
    assertThat(hanging(open, transaction(8, offsets), open)).containsExactly(open);

    assertThat(hanging(open, transaction(7, offsets), open)).isEmpty();
    // It has ended in between, and the next has begun.
    assertThat(hanging(open, transaction(7), new Open(offsets, 7, 155))).isEmpty();
  }

  private static Set<Open> hanging(
      final Open before, final TransactionDescription known, final Open after) {
    return TransactionChecks.hanging(Set.of(before), List.of(known), Set.of(after));
  }

  private static TransactionDescription transaction(
      final long producer, final TopicPartition... partitions) {
    return new TransactionDescription(
        1, TransactionState.ONGOING, producer, 0, 10_000, OptionalLong.empty(), Set.of(partitions));
  }
}
