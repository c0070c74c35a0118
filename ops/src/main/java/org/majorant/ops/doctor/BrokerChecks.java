package org.majorant.ops.doctor;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeMetadataQuorumOptions;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.AppInfoParser;
import org.majorant.spec.Durations;

/**
 * Checks of the brokers: whether they answer, which versions they have, and whether their clock
 * agrees with this one.
 */
public final class BrokerChecks {
  private static final double MOST_SKEW_SECONDS = 1;

  private static final String TRANSACTION_VERSION = "protocol";

  /** Features of brokers, by the names that Kafka's own tools have for them. */
  private static final String METADATA_FEATURE = "metadata.version";

  private static final String TRANSACTION_FEATURE = "transaction.version";

  /** The version of {@link #TRANSACTION_FEATURE} that KIP-890 is complete from. */
  private static final int SAFE_TRANSACTIONS = 2;

  /** Brokers refuse records that are further ahead. */
  private static final double REFUSED_SECONDS = 3600;

  private final Admin admin;
  private final String servers;
  private final Duration timeout;

  /**
   * @param servers as the user has named them
   * @param timeout how long they may take to answer
   */
  public BrokerChecks(final Admin admin, final String servers, final Duration timeout) {
    this.admin = admin;
    this.servers = servers;
    this.timeout = timeout;
  }

  /** Does anybody answer? The other checks need that. */
  public Finding reachable() throws InterruptedException {
    try {
      final var cluster =
          admin.describeCluster(new DescribeClusterOptions().timeoutMs((int) timeout.toMillis()));
      final int nodes = cluster.nodes().get().size();
      return Finding.ok(
          "broker", "%s answers, %d broker%s".formatted(servers, nodes, nodes == 1 ? "" : "s"));
    } catch (final ExecutionException e) {
      return unreachable(e, servers, timeout);
    }
  }

  /** Nobody does, or not to this client. */
  public static Finding unreachable(
      final ExecutionException e, final String servers, final Duration timeout) {
    return e.getCause() instanceof TimeoutException
        ? Finding.fail(
            "broker",
            "none answers at %s within %s".formatted(servers, Durations.text(timeout.toMillis())),
            "ops/majorant broker, name another by --bootstrap-server, or wait longer by --timeout")
        : Finding.fail(
            "broker",
            "%s refuses: %s".formatted(servers, e.getCause().getMessage()),
            "correct the properties that --command-config names");
  }

  /** The version of metadata that the brokers have agreed on, beside this client's release. */
  public Finding versions() throws InterruptedException {
    final String client = "client " + AppInfoParser.getVersion();
    try {
      final FinalizedVersionRange level = features().get(METADATA_FEATURE);
      return level == null
          ? Finding.warn(
              "versions",
              client + ", brokers without KRaft",
              "upgrade the brokers to Kafka 3.3 or newer, with KRaft")
          : Finding.ok(
              "versions",
              "%s, brokers' %s %d".formatted(client, METADATA_FEATURE, level.maxVersionLevel()));
    } catch (final ExecutionException e) {
      return Finding.unknown("versions", e);
    }
  }

  /**
   * A producer that is fenced may have a request on its way, which must not get into the next
   * transaction of the same id. Brokers see to that from version 2 of the protocol on (KIP-890); a
   * cluster that was upgraded from Kafka 3 has it only once somebody has turned it on.
   */
  public Finding transactionVersion() throws InterruptedException {
    try {
      final FinalizedVersionRange level = features().get(TRANSACTION_FEATURE);
      return transactionVersion(level == null ? 0 : level.maxVersionLevel());
    } catch (final ExecutionException e) {
      return Finding.unknown(TRANSACTION_VERSION, e);
    }
  }

  Finding transactionVersion(final int level) {
    final String finding = TRANSACTION_FEATURE + " is " + level;
    return level >= SAFE_TRANSACTIONS
        ? Finding.ok(TRANSACTION_VERSION, finding)
        : Finding.warn(
            TRANSACTION_VERSION,
            finding + ", so that a late request may get into another transaction",
            "kafka-features.sh --bootstrap-server %s upgrade --feature %s=%d"
                .formatted(servers, TRANSACTION_FEATURE, SAFE_TRANSACTIONS));
  }

  /**
   * Half-lives and the age of a model compare times of both. The leader of the metadata quorum says
   * of itself that it has fetched just now, by its own clock.
   */
  public Finding clock() throws InterruptedException {
    try {
      quorum(); // connects, so that the next one takes no longer than it must
      final long before = System.currentTimeMillis();
      final QuorumInfo quorum = quorum();
      final long after = System.currentTimeMillis();
      final Optional<Long> there =
          quorum.voters().stream()
              .filter(voter -> voter.replicaId() == quorum.leaderId())
              .filter(voter -> voter.lastFetchTimestamp().isPresent())
              .map(voter -> voter.lastFetchTimestamp().getAsLong())
              .findFirst();
      return there.isEmpty()
          ? Finding.warn("clock", "the brokers do not say their time", "compare 'date' on both")
          : clock(there.get(), before, after);
    } catch (final ExecutionException e) {
      return Finding.unknown("clock", e);
    }
  }

  /**
   * @param there the broker's time, milliseconds since the epoch, when it was asked
   * @param before this machine's time when it asked
   * @param after this machine's time when the answer came
   */
  static Finding clock(final long there, final long before, final long after) {
    final double apart = Math.max(0, Math.max(before - there, there - after)) / 1000.0;
    if (apart <= MOST_SKEW_SECONDS) {
      final double atMost = apart + (after - before) / 1000.0;
      return Finding.ok("clock", "within %.3f s of the broker's".formatted(atMost));
    }
    final String finding =
        "%.1f s %s the broker's".formatted(apart, there > after ? "behind" : "ahead of");
    final String mend = "timedatectl set-ntp true, there as well";
    return apart < REFUSED_SECONDS
        ? Finding.warn("clock", finding, mend)
        : Finding.fail("clock", finding + ", so that it may refuse records", mend);
  }

  private Map<String, FinalizedVersionRange> features()
      throws ExecutionException, InterruptedException {
    return admin.describeFeatures().featureMetadata().get().finalizedFeatures();
  }

  private QuorumInfo quorum() throws ExecutionException, InterruptedException {
    final var options = new DescribeMetadataQuorumOptions().timeoutMs((int) timeout.toMillis());
    return admin.describeMetadataQuorum(options).quorumInfo().get();
  }
}
