package org.majorant.ops.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the files of {@code ops/data/churn}: customers of an internet provider that does not exist,
 * and which of them have left. Who leaves is drawn from a logistic model of the columns, so that
 * there is something to learn, and about as much as there is in such tables. It needs a JDK alone:
 *
 * <pre>
 *   java ops/src/test/java/org/majorant/ops/data/ChurnTable.java ops/data/churn
 * </pre>
 */
final class ChurnTable {
  private static final String HEADER = "id,joined,plan,fee,calls,gb,payment";
  private static final String[] PLANS = {"month", "year", "\"2 years, paid\""};
  private static final double[] LEAVE_BY_PLAN = {1.9, 0.3, -0.8};
  private static final String[] PAYMENTS = {"card", "bank", "paypal", "bill"};
  private static final LocalDate FIRST = LocalDate.of(2021, 1, 1);
  private static final int DAYS = 4 * 365;
  private static final int LABELED = 1400;
  private static final int ASKED = 20;

  private final SplittableRandom random = new SplittableRandom(2026);
  private int customers;

  /** Rows with the label, under their header. */
  final List<String> labeled = new ArrayList<>(List.of(HEADER + ",churned"));

  /** Rows without it, for predictions. */
  final List<String> asked = new ArrayList<>(List.of(HEADER));

  ChurnTable() {
    for (int i = 0; i < LABELED; i++) {
      labeled.add(row(true));
    }
    for (int i = 0; i < ASKED; i++) {
      asked.add(row(false));
    }
  }

  public static void main(final String[] args) throws IOException {
    final ChurnTable table = new ChurnTable();
    Files.write(Path.of(args[0], "churn.csv"), table.labeled);
    Files.write(Path.of(args[0], "customers.csv"), table.asked);
  }

  private String row(final boolean labeled) {
    final int id = 1000 + customers++ * 7919 % 9000; // all different, in no order
    final int joined = random.nextInt(DAYS);
    final int plan = oneOf(0.5, 0.3, 0.2);
    final int calls = oneOf(0.45, 0.25, 0.15, 0.08, 0.05, 0.02);
    final int fee = 19 + 5 * random.nextInt(5) + 5 - 2 * plan;
    final int payment = random.nextInt(PAYMENTS.length);
    final int gb = 5 + random.nextInt(60) + random.nextInt(60);
    final double odds =
        -5.5
            + LEAVE_BY_PLAN[plan]
            + 0.8 * calls
            + 0.05 * (fee - 30)
            + (payment == 3 ? 0.8 : 0)
            - 0.02 * (gb - 60)
            + 0.9 * joined / DAYS;
    final boolean leaves = random.nextDouble() < 1 / (1 + StrictMath.exp(-odds));
    final String traffic = random.nextInt(20) == 0 ? "" : Integer.toString(gb); // 5 % are missing
    final String row =
        "C%d,%s,%s,%d,%d,%s,%s"
            .formatted(
                id, FIRST.plusDays(joined), PLANS[plan], fee, calls, traffic, PAYMENTS[payment]);
    return labeled ? row + (leaves ? ",yes" : ",no") : row;
  }

  private int oneOf(final double... shares) {
    double left = random.nextDouble();
    int which = 0;
    while (which < shares.length - 1 && left >= shares[which]) {
      left -= shares[which++];
    }
    return which;
  }
}
