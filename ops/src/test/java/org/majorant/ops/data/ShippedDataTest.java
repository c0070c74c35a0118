package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.file.DataSummary;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;

/** The data in {@code ops/data}, whole. */
final class ShippedDataTest {
  private static final Path DATA = Path.of("data");

  @ParameterizedTest
  @CsvSource({"a9a.gz, 24720, 7841, 124", "a9a.t.gz, 12435, 3846, 123"})
  void adult_everyRow_isRead(
      final String file, final long minus, final long plus, final int dimension)
      throws IOException {
    final List<LabeledExample> examples = read(Format.LIBSVM, "adult", file);
    assertThat(examples).hasSize((int) (minus + plus));
    assertThat(count(examples, "-1")).isEqualTo(minus);
    assertThat(count(examples, "+1")).isEqualTo(plus);
    final DataSummary summary = new DataSummary(Format.LIBSVM, Layout.USUAL);
    examples.forEach(summary::add);
    assertThat(summary.labels()).containsExactly("-1", "+1");
    assertThat(summary.features().getSpace()).isEqualTo(new Indexed(dimension));
  }

  @Test
  void sms_everyMessage_isRead() throws IOException {
    final List<LabeledExample> examples = read(Format.TEXT, "sms", "SMSSpamCollection.gz");
    assertThat(examples).hasSize(5_574);
    assertThat(count(examples, "ham")).isEqualTo(4_827);
    assertThat(count(examples, "spam")).isEqualTo(747);
    final DataSummary summary = new DataSummary(Format.TEXT, Layout.USUAL);
    examples.forEach(summary::add);
    assertThat(summary.labels()).containsExactly("ham", "spam");
    assertThat(summary.features().getSpace()).isEqualTo(new Hashed(18));
  }

  @ParameterizedTest
  @CsvSource({"train.conll.gz, 1363, 32074", "test.conll.gz, 333, 6933"})
  void wikigold_everySentence_isRead(final String file, final int sentences, final long tokens)
      throws IOException {
    final List<LabeledExample> examples = read(Format.CONLL, "wikigold", file);
    assertThat(examples).hasSize(sentences);
    assertThat(examples.stream().mapToLong(e -> sequence(e).getLabels().size()).sum())
        .isEqualTo(tokens);
    assertThat(Wikigold.spec().getLabels())
        .containsAll(
            examples.stream().flatMap(e -> sequence(e).getLabels().stream()).distinct().toList());
  }

  /** The rules that made the files are those that the page about them names. */
  @Test
  void churn_files_areWhatTheirRulesMake() throws IOException {
    final ChurnTable made = new ChurnTable();
    assertThat(DATA.resolve("churn/churn.csv")).hasContent(String.join("\n", made.labeled));
    assertThat(DATA.resolve("churn/customers.csv")).hasContent(String.join("\n", made.asked));
  }

  @Test
  void orders_filesAreWhatTheirRulesMake() throws IOException {
    final OrderEvents made = new OrderEvents();
    assertThat(DATA.resolve("orders/orders.jsonl")).hasContent(String.join("\n", made.orders));
    assertThat(DATA.resolve("orders/returns.jsonl")).hasContent(String.join("\n", made.returns()));
  }

  private static Sequence sequence(final LabeledExample example) {
    return (Sequence) example.getStructure();
  }

  private static List<LabeledExample> read(
      final Format format, final String folder, final String file) throws IOException {
    final String path = DATA.resolve(folder).resolve(file).toString();
    try (ExampleReader reader = ExampleReader.open(format, path)) {
      final List<LabeledExample> examples = new ArrayList<>();
      for (LabeledExample next = reader.read(); next != null; next = reader.read()) {
        examples.add(next);
      }
      return examples;
    }
  }

  private static long count(final List<LabeledExample> examples, final String label) {
    return examples.stream()
        .filter(e -> label.equals(((Point) e.getStructure()).getLabel()))
        .count();
  }
}
