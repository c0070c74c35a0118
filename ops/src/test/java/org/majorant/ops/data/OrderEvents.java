package org.majorant.ops.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Makes the files of {@code ops/data/orders}: orders of a shop that does not exist, and which of
 * them came back, days later. What comes back is drawn from a logistic model of the order. It needs
 * a JDK alone:
 *
 * <pre>
 *   java ops/src/test/java/org/majorant/ops/data/OrderEvents.java ops/data/orders
 * </pre>
 */
final class OrderEvents {
  private static final int EVENTS = 2000;
  private static final Instant FIRST = Instant.parse("2026-03-01T08:00:00Z");
  private static final Duration BETWEEN = Duration.ofMinutes(43);
  private static final String[] COUNTRIES = {"PT", "ES", "FR", "DE"};
  private static final String[] PAYMENTS = {"card", "invoice", "paypal"};
  private static final String[] GOODS = {"jeans", "shoes", "dress", "book", "lamp", "socks"};
  private static final double[] RETURNED = {1.0, 1.3, 1.7, -1.6, -0.6, -1.2};

  private final SplittableRandom random = new SplittableRandom(2026);
  private final List<Returned> returned = new ArrayList<>();

  /** Orders, and a few changes of them, in the order of time. */
  final List<String> orders = new ArrayList<>();

  /**
   * An order that came back.
   *
   * @param at when it did
   */
  private record Returned(String order, Instant at) {}

  OrderEvents() {
    for (int i = 0; i < EVENTS; i++) {
      final String order = "o-%d".formatted(10_000 + i);
      final Instant at = FIRST.plus(BETWEEN.multipliedBy(i)).plusSeconds(random.nextInt(600));
      if (random.nextInt(20) == 0) {
        orders.add(
            "{\"type\": \"order.changed\", \"at\": \"%s\", \"order\": \"%s\", \"note\": \"new address\"}"
                .formatted(at, order));
      } else {
        place(order, at);
      }
    }
  }

  /** Returns in the order of time. */
  List<String> returns() {
    return returned.stream()
        .sorted(Comparator.comparing(Returned::at))
        .map(
            one ->
                "{\"order\": \"%s\", \"at\": \"%s\", \"status\": \"returned\"}"
                    .formatted(one.order(), one.at()))
        .toList();
  }

  public static void main(final String[] args) throws IOException {
    final OrderEvents made = new OrderEvents();
    Files.write(Path.of(args[0], "orders.jsonl"), made.orders);
    Files.write(Path.of(args[0], "returns.jsonl"), made.returns());
  }

  private void place(final String order, final Instant at) {
    final int payment = random.nextInt(PAYMENTS.length);
    final String country = COUNTRIES[random.nextInt(COUNTRIES.length)];
    final int customer = 1000 + random.nextInt(700);
    final List<Integer> goods = new ArrayList<>();
    final int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      goods.add(random.nextInt(GOODS.length));
    }
    final double total = (1500 + random.nextInt(12_000)) / 100.0;
    final boolean gift = random.nextInt(8) == 0;
    final double odds =
        -2.6
            + goods.stream().mapToDouble(each -> RETURNED[each]).sum()
            + (payment == 1 ? 1.1 : 0)
            + (gift ? -0.8 : 0)
            + 0.01 * (total - 75);
    orders.add(
        "{\"type\": \"order.placed\", \"at\": \"%s\", \"order\": \"%s\", \"customer\": {\"id\": \"c-%d\", \"country\": \"%s\"}, \"goods\": [%s], \"total\": %s, \"payment\": \"%s\", \"gift\": %s}"
            .formatted(
                at,
                order,
                customer,
                country,
                goods.stream().map(i -> "\"" + GOODS[i] + "\"").collect(Collectors.joining(", ")),
                total,
                PAYMENTS[payment],
                gift));
    if (random.nextDouble() < 1 / (1 + StrictMath.exp(-odds))) {
      final int days = 2 + random.nextInt(12) + random.nextInt(12); // up to 24
      returned.add(
          new Returned(order, at.plus(Duration.ofDays(days)).plusSeconds(random.nextInt(80_000))));
    }
  }
}
