package org.majorant.file.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.file.TableRows;
import org.majorant.file.UnusableData;
import org.majorant.schema.Columns;
import org.majorant.schema.DecimalSign;
import org.majorant.schema.Hashed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.View;
import org.majorant.spec.SpecFile;

/** What is found in tables as people have them, and that it reads them. */
class InferredSpecTest {
  @Test
  void churn_eachColumn_isWhatItWasDrawnAs() throws IOException {
    final String yaml = infer(Format.CSV, Tables.churn(2000, 1), "churned");
    final ModelSpec spec = SpecFile.read(yaml);

    assertThat(spec.getLabels()).containsExactly("no", "yes");
    assertThat(spec.getColumns())
        .isEqualTo(
            Columns.newBuilder()
                .setLabel("churned")
                .setIgnore(List.of("customer_id", "country"))
                .setDate(List.of("joined"))
                .setMissing(List.of("NA"))
                .setIndicateMissing(List.of("age", "balance"))
                .build());
    assertThat(((Named) spec.getFeatures().getSpace()).getNames())
        .contains("joined.day", "joined.weekday=sun", "plan=silver, family", "age", "balance")
        .contains("yearly=yes", "city=Oslo")
        .noneMatch(name -> name.startsWith("joined.month"))
        .noneMatch(name -> name.startsWith("c=") || name.contains("customer"))
        .noneMatch(name -> name.equals("balance=NA"));
    assertThat(spec.getFeatures().getStandardize()).isEqualTo(1000);
    assertThat(yaml)
        .contains("- customer_id  # nearly all values differ, and would be learned by heart")
        .contains("- country  # it is always \"NO\"")
        .containsPattern("#   age: number, 18 to 77; \\d\\.\\d % missing")
        .containsPattern("# Rows of each label: no 1,\\d+ \\(9\\d\\.\\d %\\), yes");
  }

  /** A wide table of counts alone is a bag of words; else numbers are standardized. */
  @ParameterizedTest
  @CsvSource({"200, 2, '', true", "60, 2, '', false", "200, 2.5, '', false", "200, 2, plan, false"})
  void counts_many_haveLogarithmsAndUnitLength(
      final int columns, final String value, final String category, final boolean bag)
      throws IOException {
    final String table = Tables.counts(columns, value);
    final String yaml =
        infer(
            Format.CSV,
            category.isEmpty()
                ? table
                : table
                    .replace("\na,", "\na,gold,")
                    .replace("\nb,", "\nb,basic,")
                    .replaceFirst("label,", "label,plan,"),
            "label");
    final ModelSpec spec = SpecFile.read(yaml);
    assertThat(spec.getViews().contains(View.COUNTS)).isEqualTo(bag);
    assertThat(spec.getFeatures().getStandardize()).isEqualTo(bag ? 0 : 1000);
    assertThat(yaml.contains("# Values are sparse and not negative")).isEqualTo(bag);
  }

  /** The mixture pays half a nat for its choice, which few rows would not give back. */
  @ParameterizedTest
  @CsvSource({"2000, 8, true", "1999, 8, false", "2000, 62, true", "2000, 63, false"})
  void forgetting_smallTableOfManyRows_isAuto(final int rows, final int columns, final boolean auto)
      throws IOException {
    final String yaml = infer(Format.CSV, Tables.wide(rows, columns, 3), "state");
    final ModelSpec spec = SpecFile.read(yaml);
    assertThat(spec.getForgetting() != null).isEqualTo(auto);
    assertThat(yaml.contains("\nforgetting: auto\n")).isEqualTo(auto);
    assertThat(InferredForgetting.suits(spec, rows)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"60, PRODUCTS", "70, HATS"})
  void views_areThoseThatTheTableCanHave(final int columns, final View last) throws IOException {
    final String yaml = infer(Format.CSV, Tables.wide(300, columns, 2), "state");
    assertThat(yaml).contains("# An example takes about ", "{memory: diagonal}' takes ");
    final ModelSpec spec = SpecFile.read(yaml);
    assertThat(spec.getViews()).startsWith(View.LINEAR).endsWith(last);
  }

  /** Held-out loss was .711 with the day, and .137 without. */
  @ParameterizedTest
  @CsvSource({"1, true, false", "-1, true, false", "1, false, true"})
  void date_inTheOrderOfTheRows_hasNoDay(final int way, final boolean sorted, final boolean hasDay)
      throws IOException {
    final SplittableRandom random = new SplittableRandom(1);
    final StringBuilder table = new StringBuilder("at,epoch,tick,label\n");
    for (int i = 0; i < 500; i++) {
      final long row = sorted ? way * i * 3_000_000L : random.nextLong(1_500_000_000);
      final Instant at =
          Instant.parse("2024-06-01T00:00:00Z").plusMillis(row + random.nextInt(9_000_000));
      table.append("%s,%d,%d,%s%n".formatted(at, at.toEpochMilli(), i / 5, i % 3 > 0 ? "a" : "b"));
    }
    final String yaml = infer(Format.CSV, table.toString(), "label");
    final ModelSpec spec = SpecFile.read(yaml);
    final List<String> names = ((Named) spec.getFeatures().getSpace()).getNames();
    assertThat(spec.getColumns().getDate()).containsExactly("at", "epoch");
    assertThat(names.contains("at.day")).isEqualTo(hasDay);
    assertThat(names.contains("epoch.day")).isEqualTo(hasDay);
    assertThat(names).contains("at.hour=3", "epoch.hour=3", "epoch.weekday=sun");
    assertThat(spec.getColumns().getNoDay()).hasSize(hasDay ? 0 : 2);
    assertThat(spec.getColumns().getIgnore()).containsExactly("tick");
    assertThat(yaml).contains("- tick  # it only grows from row to row,");
  }

  @Test
  void numbers_asPeopleWriteThem_areProposedWithTheirSign() throws IOException {
    final SplittableRandom random = new SplittableRandom(1);
    final StringBuilder table = new StringBuilder("price,rate,size,label\n");
    for (int i = 0; i < 200; i++) {
      table.append(
          "\"$%,d.%02d\",%d.5%%,\"%d,%02d\",%s%n"
              .formatted(
                  random.nextInt(5000),
                  random.nextInt(100),
                  random.nextInt(100),
                  random.nextInt(50),
                  random.nextInt(100),
                  i % 3 > 0 ? "a" : "b"));
    }
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, table.toString(), "label"));
    assertThat(spec.getColumns().getDecimal())
        .isEqualTo(
            Map.of(
                "price", DecimalSign.POINT, "rate", DecimalSign.POINT, "size", DecimalSign.COMMA));
    assertThat(((Named) spec.getFeatures().getSpace()).getNames())
        .containsExactly("price", "rate", "size");
  }

  @Test
  void numbers_withPointsAmongSemicolons_areSaidToBeAmbiguous() throws IOException {
    final String table = "fee;label\n" + "1.250;a\n950;b\n2.400;a\n".repeat(30);
    assertThat(infer(Format.CSV, table, "label"))
        .contains("# Here 1.250 is read as about one.", "# decimal: {fee: comma}");
    assertThat(infer(Format.CSV, table.replace("950", "9,50"), "label"))
        .contains("  decimal: {fee: comma}");
  }

  @Test
  void numbers_that32BitsCannotTellApart_areTold() throws IOException {
    final StringBuilder table = new StringBuilder("a,label\n");
    for (int i = 0; i < 50; i++) {
      table.append("%d,%s%n".formatted(50_000_000 + i * 7919 % 50 / 2, i % 3 > 0 ? "a" : "b"));
    }
    assertThat(infer(Format.CSV, table.toString(), "label"))
        .contains("a: number, 50000000 to 50000000; some differ by less than 32 bits tell apart");
  }

  @Test
  void labelColumn_mayBeANumber_andNamelessColumnsAreTold() throws IOException {
    final String yaml = infer(Format.CSV, ",a,y,\n" + "0,1,p,\n1,2,q,\n".repeat(30), "2");
    assertThat(yaml).contains("label: \"y\"\n  # 2 without a name: no features");
    assertThat(((Named) SpecFile.read(yaml).getFeatures().getSpace()).getNames())
        .containsExactly("a");
  }

  /** "none" is a value among categories, unless it is none among the numbers of another column. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 | 3 values, as dsl, fiber, none; 25.0 % missing",
        "none | 2 values, as dsl, fiber; 50.0 % missing",
      })
  void none_amongCategories_isMissingWhereItIsAmongNumbers(final String fee, final String described)
      throws IOException {
    final StringBuilder table = new StringBuilder("net,fee,churned\n");
    for (int i = 0; i < 100; i++) {
      table
          .append(List.of("dsl", "fiber", "none", "").get(i % 4))
          .append(',')
          .append(i % 10 == 0 ? fee : (i * 37 % 90) / 2.0)
          .append(i % 3 == 0 ? ",yes\n" : ",no\n");
    }
    assertThat(infer(Format.CSV, table.toString(), "churned"))
        .contains("#   net: category, " + described);
  }

  /** Only then is the YAML of use: rows make the features that it lists, and no others. */
  @Test
  void churn_itsRows_fitTheSpec() throws IOException {
    final String table = Tables.churn(2000, 1);
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, table, "churned"));
    final SpecCheck.Report report = check(Format.CSV, table, spec);

    assertThat(report.examples()).isEqualTo(2000);
    assertThat(report.unlabeled()).isZero();
    assertThat(report.rejected()).isEmpty();
    assertThat(report.unknownFeatures()).isEmpty();
    assertThat(report.features()).hasSize(10).containsKey("joined.day");
  }

  /** Who takes in the two comments has months, and nothing else is to be edited. */
  @Test
  void months_takenIn_areFeatures() throws IOException {
    final String table = Tables.churn(2000, 1);
    final String yaml = infer(Format.CSV, table, "churned");
    final int names = yaml.indexOf("  # with months also: ");
    final String months =
        yaml.substring(names)
            .replaceAll("(?s)\\n  standardize.*", "")
            .replaceAll("  # with months also: |#   |\\n  # Numbers.*", "");
    final ModelSpec spec =
        SpecFile.read(
            yaml.replace("# month: [", "month: [")
                .replace("names: [", "names: [" + months.replace("\n", " ") + ", "));
    final SpecCheck.Report report = check(Format.CSV, table, spec);

    assertThat(spec.getColumns().getMonth()).containsExactly("joined");
    assertThat(report.isSound()).isTrue();
    assertThat(report.unknownFeatures()).isEmpty();
    assertThat(report.absentFeatures()).isEmpty();
  }

  @Test
  void weights_takenIn_balanceTheLabels() throws IOException {
    final String yaml = infer(Format.CSV, Tables.churn(2000, 1), "churned");
    final ModelSpec spec = SpecFile.read(yaml.replace("# weights:", "weights:"));
    final SpecCheck.Report report = check(Format.CSV, Tables.churn(2000, 1), spec);

    assertThat(SpecFile.read(yaml).getWeights()).isEmpty();
    final double no = spec.getWeights().get(0) * report.labels().get("no");
    final double yes = spec.getWeights().get(1) * report.labels().get("yes");
    assertThat(no).isCloseTo(1000, within(10.0));
    assertThat(yes).isCloseTo(1000, within(10.0));
  }

  @Test
  void wide_numbers_areNamedAndStandardizedAndRowNumbersIgnored() throws IOException {
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, Tables.wide(300, 400, 2), "state"));
    assertThat(spec.getLabels()).containsExactly("0", "1");
    assertThat(spec.getColumns().getIgnore()).containsExactly("row");
    assertThat(((Named) spec.getFeatures().getSpace()).getNames()).hasSize(400);
    assertThat(spec.getFeatures().getStandardize()).isEqualTo(1000);
  }

  /** Each sensor lacks some readings: what tells so makes a table of numbers no other one. */
  @Test
  void wide_withMissingCells_isStandardizedAsWell() throws IOException {
    final SplittableRandom random = new SplittableRandom(1);
    final String table =
        Pattern.compile(",[\\d.e-]+(?=,)")
            .matcher(Tables.wide(300, 400, 2))
            .replaceAll(cell -> random.nextInt(30) == 0 ? "," : cell.group());
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, table, "state"));
    assertThat(spec.getColumns().getIndicateMissing()).hasSizeBetween(200, 350);
    assertThat(spec.getFeatures().getStandardize()).isEqualTo(1000);
  }

  @Test
  void missing_few_haveNoWeightOfTheirOwn() throws IOException {
    final StringBuilder table = new StringBuilder("few,many,label\n");
    for (int i = 0; i < 1000; i++) {
      table.append(i % 60 == 0 ? "" : i % 37 / 2.0).append(',');
      table.append(i % 40 == 0 ? "" : i % 29 / 2.0).append(i % 3 == 0 ? ",a\n" : ",b\n");
    }
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, table.toString(), null));
    assertThat(spec.getColumns().getIndicateMissing()).containsExactly("many");
    assertThat(((Named) spec.getFeatures().getSpace()).getNames())
        .containsExactly("few", "many", "many=missing");
  }

  @Test
  void reviews_texts_areWordsAndHashed() throws IOException {
    final String table = Tables.reviews(500, 3);
    final ModelSpec spec = SpecFile.read(infer(Format.TSV, table, null));
    assertThat(spec.getLabels()).containsExactly("bad", "good", "mixed");
    assertThat(spec.getColumns().getText()).containsExactly("title", "text");
    assertThat(spec.getFeatures().getSpace()).isEqualTo(new Hashed(18));
    assertThat(spec.getViews()).containsExactly(View.LINEAR, View.COUNTS);
    assertThat(spec.getFeatures().getTransforms()).isEmpty();
    assertThat(check(Format.TSV, table, spec).features().keySet())
        .hasSize(10)
        .allMatch(name -> name.startsWith("text="));
  }

  /** Titles of two or three words, many of which come again, but most only once. */
  @Test
  void titles_short_areTextAndNoCategories() throws IOException {
    final List<String> words =
        List.of("gut", "schön", "🙂", "über", "alles", "nie", "wieder", "da");
    final SplittableRandom random = new SplittableRandom(1);
    final StringBuilder table = new StringBuilder("title,plan,label\n");
    for (int i = 0; i < 300; i++) {
      for (int w = 0; w <= 1 + i % 2; w++) {
        table
            .append(words.get(random.nextInt(8)))
            .append(w > 0 ? random.nextInt(6) : "")
            .append(' ');
      }
      table.append(i % 3 == 0 ? ",one year,a\n" : ",two years,b\n");
    }
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, table.toString(), null));
    assertThat(spec.getColumns().getText()).containsExactly("title");
    assertThat(spec.getColumns().getIgnore()).isEmpty();
  }

  /** Who writes dates and numbers as at home is told how they are read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%02d/03/2024      | ; dates are read if they are written as 2024-05-31",
        "%d.3.24 10:15     | ; dates are read if they are written as 2024-05-31",
        "1,2%d,5           | ; numbers are read if they are written as 1234.5",
        "caf\uFFFD %d      | ; some cells are not UTF-8: convert the file",
        "plan %d           | ''",
        "%d-30             | ''",
      })
  void cells_writtenOtherwise_areTold(final String cell, final String hint) throws IOException {
    final StringBuilder table = new StringBuilder("cell,label\n");
    for (int i = 0; i < 100; i++) {
      table.append('"').append(cell.formatted(1 + i % 10)).append(i % 3 == 0 ? "\",a\n" : "\",b\n");
    }
    final String yaml = infer(Format.CSV, table.toString(), null);
    assertThat(yaml).contains("#   cell: category, 10 values, as ").contains(hint);
    if (hint.isEmpty()) {
      assertThat(yaml).doesNotContain("are read if", "UTF-8");
    }
  }

  @Test
  void values_strange_areQuoted() throws IOException {
    final String table =
        "a,\"b: #\",label\n"
            + "\"x: [1]\",\"two\nlines\",\"yes\"\n"
            + "\"# no\",\"say \"\"hi\"\"\",\"-1\"\n"
            + "~,\"back\\slash\",\"+1\"\n"
            + "7,on,null\n";
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, table, null));
    assertThat(spec.getLabels()).containsExactly("+1", "-1", "null", "yes");
    assertThat(spec.getColumns().getCategory()).containsExactly("a");
    assertThat(check(Format.CSV, table, spec).isSound()).isTrue();
  }

  @Test
  void date_cellsThatAreNone_areListedAndMissingOnesAreTold() throws IOException {
    final StringBuilder table = new StringBuilder("at,label\n");
    for (int i = 0; i < 100; i++) {
      table
          .append(
              i == 50
                  ? "unknown"
                  : i == 60 || i == 70 ? "" : "2024-01-%02d 10:00".formatted(1 + i % 28))
          .append(i % 2 == 0 ? ",a\n" : ",b\n");
    }
    final ModelSpec spec = SpecFile.read(infer(Format.CSV, table.toString(), null));
    assertThat(((Named) spec.getFeatures().getSpace()).getNames())
        .hasSize(1 + 7 + 24 + 2)
        .contains("at.hour=10", "at=unknown", "at=missing");
    assertThat(check(Format.CSV, table.toString(), spec).unknownFeatures()).isEmpty();
  }

  @Test
  void label_thatIsAnIdentifier_isRefused() {
    assertThatThrownBy(() -> infer(Format.CSV, Tables.churn(2000, 1), "customer_id"))
        .isInstanceOf(UnusableData.class)
        .hasMessageContaining("has 2,000 different values in 2,000 rows, too many for a label");
  }

  @Test
  void check_namesThatAreOneSidesAlone_areTold() throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [\"no\", \"yes\", maybe], columns: {label: churned, ignore:"
                + " [customer_id, joined, balance, city]}, features: {names: [age, complaint,"
                + " yearly=yes]}, constraints: {features: {intercept: [0, 1]}}}");
    final SpecCheck.Report report = check(Format.CSV, Tables.churn(100, 1), spec);
    assertThat(report.absentFeatures()).containsExactly("complaint");
    assertThat(report.unknownFeatures()).contains("complaints", "country=NO", "yearly=no");
    assertThat(report.absentLabels()).containsExactly("maybe");
    assertThat(report.isSound()).isFalse();
  }

  @Test
  void check_numberThatNoRowHas_isTold() throws IOException {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [\"no\", \"yes\"], columns: {label: churned, date: [joined]},"
                + " features: {standardize: 100, numbers: [age, balanse, joined.day]}}");
    assertThat(check(Format.CSV, Tables.churn(100, 1), spec).absentFeatures())
        .containsExactly("balanse");
  }

  @Test
  void check_rejectedRows_areCountedByReason() throws IOException {
    final ModelSpec spec = SpecFile.read("{model: m, labels: [x, y]}");
    final SpecCheck.Report report =
        check(Format.CSV, "a,label\n1,x\nNaN,x\n1,z\n1,w\n1\n2,?\n3,y\n", spec);
    assertThat(report.examples()).isEqualTo(6);
    assertThat(report.unlabeled()).isEqualTo(1);
    assertThat(report.rejected())
        .containsEntry("label", 2L)
        .containsEntry("value", 1L)
        .containsEntry("malformed", 1L);
    assertThat(report.reasons().get("label")).isEqualTo("file:4: label 'z' is not in the spec");
    assertThat(report.reasons().get("malformed")).contains("file:6: 1 cells");
  }

  private static String infer(final Format format, final String table, final String label)
      throws IOException {
    try (TableRows rows = TableRows.of(format, "file", Tables.stream(table))) {
      return InferredSpec.of(
          "m",
          InferredSpec.Origin.table("file"),
          TableProfile.of(rows, label, List.of()),
          InferredSpec.Wishes.NONE);
    }
  }

  private static SpecCheck.Report check(
      final Format format, final String table, final ModelSpec spec) throws IOException {
    try (ExampleReader reader =
        ExampleReader.of(format, "file", Tables.stream(table), Layout.of(spec))) {
      return SpecCheck.of(spec, reader);
    }
  }
}
