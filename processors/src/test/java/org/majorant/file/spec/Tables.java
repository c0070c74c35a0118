package org.majorant.file.spec;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Tables as people have them, drawn by rules that are known here. */
public final class Tables {
  private static final List<String> PLANS = List.of("basic", "gold", "silver, family");
  private static final List<String> CITIES = List.of("Oslo", "Lyon", "Graz", "Porto", "Turku");
  private static final List<String> GOOD = List.of("great", "fast", "solid", "love", "perfect");
  private static final List<String> BAD = List.of("broken", "slow", "refund", "awful", "late");
  private static final List<String> PLAIN =
      List.of("the", "a", "it", "parcel", "shop", "came", "with", "my", "order", "again", "was");

  private Tables() {}

  static InputStream stream(final String table) {
    return new ByteArrayInputStream(table.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Customers, of whom about 6 % churn: an identifier, quoted commas, missing values, a date, a
   * constant. Who has complained often, is new, and has no contract of a year, churns more.
   */
  static String churn(final int rows, final long seed) {
    final Random random = new Random(seed);
    final StringBuilder table =
        new StringBuilder(
            "customer_id,joined,plan,city,age,complaints,balance,yearly,country,churned\n");
    for (int i = 0; i < rows; i++) {
      final int days = random.nextInt(1500);
      final String plan = PLANS.get(random.nextInt(3));
      final int complaints = (int) Math.floor(-Math.log(1 - random.nextDouble()));
      final boolean yearly = random.nextInt(3) > 0;
      final double score =
          -3.2
              + 0.7 * complaints
              - (yearly ? 1 : 0)
              + (plan.equals("gold") ? -0.8 : 0.5)
              + (days > 1200 ? 1 : 0);
      final boolean churned = random.nextDouble() < 1 / (1 + Math.exp(-score));
      table.append(
          String.format(
              Locale.ROOT,
              "C%06d,%s,\"%s\",%s,%s,%d,%s,%s,NO,%s%n",
              i * 7919L % 1_000_000,
              LocalDate.of(2020, 1, 1).plusDays(days),
              plan,
              CITIES.get(random.nextInt(5)),
              random.nextInt(12) == 0 ? "" : String.valueOf(18 + random.nextInt(60)),
              complaints,
              random.nextInt(20) == 0
                  ? "NA"
                  : String.format(Locale.ROOT, "%.2f", 900 * random.nextGaussian()),
              yearly ? "yes" : "no",
              churned ? "yes" : "no"));
    }
    return table.toString();
  }

  /** Readings of many sensors in units of all sizes, two of which tell the state. */
  static String wide(final int rows, final int sensors, final long seed) {
    final Random random = new Random(seed);
    final StringBuilder table = new StringBuilder("row,state");
    for (int s = 0; s < sensors; s++) {
      table.append(",sensor").append(s);
    }
    table.append('\n');
    for (int i = 0; i < rows; i++) {
      final double[] x = random.doubles(sensors).toArray();
      table.append(i + 1).append(',').append(x[0] + x[1] > 1 ? 1 : 0);
      for (int s = 0; s < sensors; s++) {
        final double size = Math.pow(10, s % 7 - 2);
        table.append(String.format(Locale.ROOT, ",%.5g", size * (20 + x[s])));
      }
      table.append('\n');
    }
    return table.toString();
  }

  /** Reviews: a title and a text, of three labels. */
  static String reviews(final int rows, final long seed) {
    final Random random = new Random(seed);
    final StringBuilder table = new StringBuilder("title\ttext\tlabel\n");
    for (int i = 0; i < rows; i++) {
      final int label = random.nextInt(3);
      table
          .append(words(label, 4, random))
          .append('\t')
          .append(words(label, 14, random))
          .append('\t')
          .append(List.of("bad", "mixed", "good").get(label))
          .append('\n');
    }
    return table.toString();
  }

  /** 300 rows of counts, of which each is zero nine times of ten, else mostly 1. */
  public static String counts(final int columns, final String value) {
    final Random random = new Random(9);
    final StringBuilder table = new StringBuilder("label");
    for (int c = 0; c < columns; c++) {
      table.append(",c").append(c);
    }
    for (int row = 0; row < 300; row++) {
      table.append('\n').append(row % 3 == 0 ? "a" : "b");
      for (int c = 0; c < columns; c++) {
        table.append(',').append(random.nextInt(10) > 0 ? "0" : c % 3 > 0 ? "1" : value);
      }
    }
    return table.append('\n').toString();
  }

  private static String words(final int label, final int count, final Random random) {
    final StringBuilder text = new StringBuilder();
    for (int w = 0; w < count; w++) {
      final boolean good = label == 2 || label == 1 && random.nextBoolean();
      final List<String> from = random.nextInt(3) > 0 ? PLAIN : good ? GOOD : BAD;
      text.append(w == 0 ? "" : " ").append(from.get(random.nextInt(from.size())));
    }
    return text.toString();
  }
}
