package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.KeyFiles;
import org.slf4j.LoggerFactory;

/**
 * The search of {@link SecurityFaults} can fail: it finds a secret wherever one is told. Without
 * that, a place that nobody keeps would look as if nothing were told there.
 */
class SecretsTest {
  private static final String TOKEN = "t0ken-that-is-told";

  @TempDir private Path dir;

  /** Where a secret may be told. */
  private enum Place {
    OWN_LOG {
      @Override
      void tell(final Commands commands) {
        LoggerFactory.getLogger("org.majorant.http").debug("Refuses {}.", TOKEN);
      }
    },
    LOG_OF_A_CLIENT {
      @Override
      void tell(final Commands commands) {
        LoggerFactory.getLogger("org.apache.kafka.x").info("\tpassword = {}\n", TOKEN);
      }
    },
    CAUSE_IN_A_LOG {
      @Override
      void tell(final Commands commands) {
        LoggerFactory.getLogger("org.apache.kafka.x").error("Cannot connect.", crash());
      }
    },
    METRIC {
      @Override
      void tell(final Commands commands) throws Exception {
        ask(commands, "/metrics", "majorant_examples_total{model=\"%s\"} 1\n".formatted(TOKEN));
      }
    },
    ANSWER_OF_THE_API {
      @Override
      void tell(final Commands commands) throws Exception {
        ask(
            commands,
            "/api/models",
            "[{\"model\": \"m\", \"cause\": \"not %s\"}]".formatted(TOKEN));
      }
    },
    STANDARD_OUTPUT {
      @Override
      void tell(final Commands commands) {
        System.out.println("Connects with " + TOKEN);
      }
    },
    CRASH_OF_A_THREAD {
      @Override
      void tell(final Commands commands) throws Exception {
        final Thread thread =
            new Thread(
                () -> {
                  throw crash();
                });
        thread.start();
        thread.join();
      }
    };

    abstract void tell(Commands commands) throws Exception;

    private static IllegalStateException crash() {
      return new IllegalStateException("it fails", new IllegalArgumentException("of " + TOKEN));
    }

    private static void ask(final Commands commands, final String path, final String body)
        throws Exception {
      final HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          path,
          exchange -> {
            final byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
          });
      server.start();
      try {
        final URI page = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        commands.ask(HttpClient.newHttpClient(), HttpRequest.newBuilder(page).build());
      } finally {
        server.stop(0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void secret_isFoundWhereItIsTold(final Place place) throws Exception {
    final Secrets secrets = Secrets.of(List.of(), TOKEN);
    try (Commands commands = new Commands(dir)) {
      assertThat(secrets.in(commands.told())).isEmpty();
      place.tell(commands);
      assertThat(secrets.in(commands.told())).singleElement().asString().contains(TOKEN);
    }
  }

  /** As {@code Authorization: Basic} has it, whatever the length of the user's name. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a", "an", "ann", "anna"})
  void password_isFoundInBase64(final String user) throws Exception {
    final Secrets secrets = Secrets.of(List.of(), TOKEN);
    assertThat(secrets.in("Basic " + base64(user + ":" + TOKEN))).hasSize(1);
    assertThat(secrets.in("Basic " + base64(user + ":" + TOKEN + "!"))).hasSize(1);
    assertThat(secrets.in("Basic " + base64(user + ":t0ken-that-is-not"))).isEmpty();
  }

  @Test
  void key_isFoundByEachOfItsLines() throws Exception {
    final KeyFiles files = KeyFiles.make(dir, "client", "RSA");
    final Secrets secrets = Secrets.of(List.of(files.key()));
    final List<String> lines = Files.readAllLines(files.key());
    for (final String line : lines.subList(1, lines.size() - 2)) {
      assertThat(secrets.in("ssl.keystore.key = " + line)).hasSize(1);
    }
    assertThat(secrets.in(Files.readString(files.certificate()))).isEmpty();
  }

  private static String base64(final String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
