package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who asks a registry that is away gets its answer when it is back, and nothing before. */
@Timeout(60)
class RegistryWaitTest {
  private final RegistryWait wait = new RegistryWait(Duration.ofMillis(1));
  private final Away away = new Away();
  private final SchemaRegistry awaited = wait.on(away);

  /** Schema 1 is there, and no other; while it is down, it answers nothing. */
  private static final class Away implements SchemaRegistry {
    private volatile boolean down;
    private volatile int asked;

    @Override
    public synchronized Schema schema(final int id) {
      asked++;
      if (down) {
        throw new RegistryException("no schema registry answers");
      }
      if (id != 1) {
        throw new SerializationException("no schema " + id);
      }
      return Schema.create(Schema.Type.INT);
    }

    @Override
    public int register(final String subject, final Schema schema) {
      return 1;
    }
  }

  @AfterEach
  void close() {
    wait.close();
  }

  @Test
  void answer_orRefusal_comesAtOnce() {
    assertThat(awaited.schema(1)).isEqualTo(Schema.create(Schema.Type.INT));
    assertThatThrownBy(() -> awaited.schema(2)).isInstanceOf(SerializationException.class);
    assertThat(away.asked).isEqualTo(2);
    assertThat(wait.obstacle()).isEmpty();
    assertThat(wait.lasts()).isZero();
  }

  @Test
  void outage_isWaitedFor_saidInALine_andEndsWithAnAnswerOrARefusal() throws Exception {
    away.down = true;
    try (LogRecorder log = new LogRecorder(RegistryWait.class)) {
      final List<CompletableFuture<Schema>> readers = new ArrayList<>();
      for (int id = 1; id <= 2; id++) {
        final int wanted = id;
        readers.add(CompletableFuture.supplyAsync(() -> awaited.schema(wanted)));
      }
      awaitQuestions(20);
      assertThat(readers).noneMatch(CompletableFuture::isDone);
      assertThat(wait.obstacle().orElseThrow())
          .startsWith("it has waited for the schema registry since ")
          .endsWith(": no schema registry answers: start it or its network");
      assertThat(log.messages())
          .containsExactly(
              "no schema registry answers: learning stops before a record of its schemas until it"
                  + " answers");

      away.down = false;
      assertThat(readers.get(0).get()).isEqualTo(Schema.create(Schema.Type.INT));
      assertThatThrownBy(() -> readers.get(1).get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(SerializationException.class);
      assertThat(wait.obstacle()).isEmpty();
      assertThat(log.messages()).hasSize(1);
    }
  }

  @Test
  void close_endsTheWait() throws Exception {
    away.down = true;
    final CompletableFuture<Schema> reader = CompletableFuture.supplyAsync(() -> awaited.schema(1));
    awaitQuestions(3);
    assertThat(wait.isClosed()).isFalse();
    wait.close();
    assertThatThrownBy(reader::get).hasCauseInstanceOf(RegistryException.class);
    assertThat(wait.obstacle()).isEmpty();
    assertThat(wait.isClosed()).isTrue();
  }

  @Test
  void noRegistry_staysNone() {
    assertThat(wait.on(SchemaRegistry.NONE)).isSameAs(SchemaRegistry.NONE);
  }

  private void awaitQuestions(final int count) throws InterruptedException {
    while (away.asked < count) {
      Thread.sleep(1);
    }
  }
}
