package org.majorant.acceptance.faults;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.KeyFiles;
import org.majorant.ops.doctor.LoopbackPort;

/**
 * A broker process on loopback that lets nobody do anything without a right. It has three
 * listeners, one for each way to say who one is: a password over TLS, nothing over TLS (which makes
 * the nameless user {@code ANONYMOUS}), and a certificate. Its own certificate is the super user's.
 */
final class SecureBroker implements AutoCloseable {
  /** How clients connect. */
  enum Listener {
    SCRAM,
    TLS,
    MUTUAL
  }

  static final String USER = "ann";
  static final String PASSWORD = "pa55word-of-ann";

  private final Path home;
  private final List<Integer> ports;
  private final KeyFiles own;
  private final List<KeyFiles> clients;
  private final Process process;

  /**
   * Starts it, and waits until it answers.
   *
   * @param clients whose certificates it trusts
   */
  SecureBroker(final Path home, final KeyFiles... clients) throws Exception {
    this.home = Files.createDirectories(home);
    this.clients = List.of(clients);
    own = KeyFiles.make(home, "broker", "EC");
    ports =
        ThreadLocalRandom.current()
            .ints(20_000, 32_000)
            .filter(LoopbackPort::isFree)
            .distinct()
            .limit(4)
            .boxed()
            .toList();
    try (OutputStream out = Files.newOutputStream(home.resolve("server.properties"))) {
      settings().store(out, null);
    }
    process = start();
    final Properties patient = admin();
    patient.setProperty("default.api.timeout.ms", "600000");
    try (Admin admin = Admin.create(patient)) {
      final var answer = admin.describeCluster().clusterId().toCompletionStage();
      CompletableFuture.anyOf(answer.toCompletableFuture(), process.onExit()).get();
      if (!process.isAlive()) {
        throw new AssertionError("the broker has ended: " + Files.readString(log()));
      }
      final var scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
      admin
          .alterUserScramCredentials(
              List.of(new UserScramCredentialUpsertion(USER, scram, PASSWORD)))
          .all()
          .get();
    }
  }

  String address(final Listener listener) {
    return "127.0.0.1:" + ports.get(listener.ordinal());
  }

  /** What a client needs that trusts this broker. */
  Properties trusting(final Listener listener) throws Exception {
    final Properties client = new Properties();
    client.setProperty("bootstrap.servers", address(listener));
    client.setProperty("security.protocol", "SSL");
    client.setProperty("ssl.truststore.type", "PEM");
    client.setProperty("ssl.truststore.certificates", Files.readString(own.certificate()));
    return client;
  }

  /** What a client needs that says who it is by a password. */
  Properties scram(final String password) throws Exception {
    final Properties client = trusting(Listener.SCRAM);
    client.setProperty("security.protocol", "SASL_SSL");
    client.setProperty("sasl.mechanism", "SCRAM-SHA-512");
    client.setProperty(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required"
            + " username=\"%s\" password=\"%s\";".formatted(USER, password));
    return client;
  }

  /** What a client needs that says who it is by a certificate. */
  Properties mutual(final KeyFiles client) throws Exception {
    final Properties properties = trusting(Listener.MUTUAL);
    addKey(properties, client);
    return properties;
  }

  /** Who may do all. */
  Properties admin() throws Exception {
    return mutual(own);
  }

  /** Gives these rights, takes all others, and waits until that holds. */
  void allow(final Collection<AclBinding> rights) throws Exception {
    try (Admin admin = Admin.create(admin())) {
      final Set<AclBinding> before =
          Set.copyOf(admin.describeAcls(AclBindingFilter.ANY).values().get());
      final var lost = before.stream().filter(right -> !rights.contains(right));
      admin.deleteAcls(lost.map(AclBinding::toFilter).toList()).all().get();
      admin.createAcls(rights).all().get();
      while (!Set.copyOf(admin.describeAcls(AclBindingFilter.ANY).values().get())
          .equals(Set.copyOf(rights))) {
        Thread.sleep(10);
      }
    }
  }

  /** What it prints. */
  Path log() {
    return home.resolve("broker.log");
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  private Properties settings() throws Exception {
    final Properties settings = new Properties();
    try (InputStream common = BrokerProcess.class.getResourceAsStream("broker.properties")) {
      settings.load(common);
    }
    final StringBuilder trusted = new StringBuilder(Files.readString(own.certificate()));
    for (final KeyFiles client : clients) {
      trusted.append(Files.readString(client.certificate()));
    }
    final String listeners = "SCRAM://127.0.0.1:%d,TLS://127.0.0.1:%d,MUTUAL://127.0.0.1:%d";
    settings.setProperty(
        "listeners",
        (listeners + ",CONTROLLER://127.0.0.1:%d").formatted(ports.toArray(Object[]::new)));
    settings.setProperty("controller.quorum.voters", "1@127.0.0.1:" + ports.get(3));
    settings.setProperty(
        "listener.security.protocol.map", "SCRAM:SASL_SSL,TLS:SSL,MUTUAL:SSL,CONTROLLER:SSL");
    settings.setProperty("inter.broker.listener.name", "MUTUAL");
    settings.setProperty("listener.name.mutual.ssl.client.auth", "required");
    settings.setProperty("listener.name.controller.ssl.client.auth", "required");
    settings.setProperty("sasl.enabled.mechanisms", "SCRAM-SHA-512");
    settings.setProperty(
        "listener.name.scram.scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    settings.setProperty("ssl.truststore.type", "PEM");
    settings.setProperty("ssl.truststore.certificates", trusted.toString());
    addKey(settings, own);
    settings.setProperty("authorizer.class.name", StandardAuthorizer.class.getName());
    settings.setProperty("super.users", "User:CN=broker");
    settings.setProperty("log.dirs", home.resolve("topics").toString());
    return settings;
  }

  private static void addKey(final Properties properties, final KeyFiles of) throws Exception {
    properties.setProperty("ssl.keystore.type", "PEM");
    properties.setProperty("ssl.keystore.certificate.chain", Files.readString(of.certificate()));
    properties.setProperty("ssl.keystore.key", Files.readString(of.key()));
  }

  /** As {@link BrokerProcess} does; it ends with this process. */
  private Process start() throws Exception {
    return Jvm.command(
            ShortLivedBroker.jvm(
                "-Xmx512m",
                "-Dlogback.configurationFile=org/majorant/demo/broker/logback.xml",
                "-Dlog4j.provider=org.apache.logging.log4j.simple.internal.SimpleProvider"),
            "org.majorant.demo.broker.BrokerMain",
            home.toString())
        .redirectErrorStream(true)
        .redirectOutput(Redirect.appendTo(log().toFile()))
        .start();
  }
}
