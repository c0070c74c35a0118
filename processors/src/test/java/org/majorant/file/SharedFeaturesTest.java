package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.file.spec.TableProfile;
import org.majorant.spec.SpecFile;

/** Two columns that make a feature of one name are told, and no others. */
class SharedFeaturesTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a,a=x,label | x,3,yes;y,4,no | `` | 'a' and 'a=x' ('a=x')",
        "a,a=x,label | x,u,yes;x=u,v,no | `` | 'a' and 'a=x' ('a=x=u')",
        "at,at.day,label | 2026-03-01,3,yes;2026-03-02,4,no | date: [at] | 'at' and 'at.day' ('at.day')",
        "at,at.weekday,label | 2026-03-01,tue,yes;2026-03-02,sun,no | date: [at] | 'at' and 'at.weekday' ('at.weekday=sun')",
        "at,to,at.age,label | 2026-03-01,2026-03-02,3,yes | date: [at, to], since: {at: to} | 'at' and 'at.age' ('at.age')",
        "t,t=late,label | too late,3,yes;new,4,no | text: [t] | 't' and 't=late' ('t=late')",
      })
  void columns_ofOneFeature_areTold(
      final String header, final String rows, final String columns, final String told)
      throws IOException {
    assertThat(shared(header, rows, columns))
        .isEqualTo(
            "these columns make a feature of the same name, whose weight learns of both: "
                + told
                + "; give one another name");
  }

  /** Names that only look like it, and columns that make no features. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a,a=x,label | z,3,yes;y,4,no | ``",
        "a,a=x,label | 1,3,yes;2,4,no | ``",
        "a,ab=x,label | b,3,yes;y,4,no | ``",
        "at,at.day,label | red,3,yes;blue,4,no | ``",
        "a,a=x,label | x,3,yes;y,4,no | ignore: [\"a=x\"]",
        "a,label,label=x | x,yes,3;y,no,4 | ``",
      })
  void columns_ofFeaturesOfTheirOwn_areNot(
      final String header, final String rows, final String columns) throws IOException {
    assertThat(shared(header, rows, columns)).isNull();
  }

  @Test
  void fieldsOfEvents_areTold_too() throws IOException {
    final Path file =
        Files.writeString(
            dir.resolve("rows.jsonl"),
            "{\"tags\": [\"new\"], \"label\": \"yes\"}\n{\"tags=new\": 2, \"label\": \"no\"}\n{\"tags\": [\"new\"]}\n");
    final var spec =
        SpecFile.read("{model: m, labels: [\"no\", \"yes\"], input: {topic: t, format: json}}");
    try (ExampleReader reader =
        ExampleReader.open(Format.JSONL, file.toString(), Layout.of(spec))) {
      reader.readAll(example -> {});
      assertThat(reader.shared()).contains("'tags' and 'tags=new' ('tags=new')");
    }
  }

  /** Before there is a spec. */
  @Test
  void profile_ofATable_tellsThem() throws IOException {
    final Path file =
        Files.writeString(
            dir.resolve("rows.csv"),
            "a,a=x,at,at.day,label\nx,3,2026-03-01,9,yes\ny,4,2026-03-05,7,no\n");
    try (TableRows rows = TableRows.open(Format.CSV, file.toString())) {
      assertThat(TableProfile.of(rows, null, List.of()).shared())
          .contains("'a' and 'a=x' ('a=x')", "'at' and 'at.day' ('at.day')");
    }
  }

  private String shared(final String header, final String rows, final String columns)
      throws IOException {
    final Path file =
        Files.writeString(dir.resolve("rows.csv"), header + "\n" + rows.replace(';', '\n') + "\n");
    final var spec =
        SpecFile.read("{model: m, labels: [\"no\", \"yes\"], columns: {%s}}".formatted(columns));
    try (ExampleReader reader = ExampleReader.open(Format.CSV, file.toString(), Layout.of(spec))) {
      reader.readAll(example -> {});
      return reader.shared();
    }
  }
}
