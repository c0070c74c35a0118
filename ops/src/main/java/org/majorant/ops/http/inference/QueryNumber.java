package org.majorant.ops.http.inference;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import java.util.Optional;

/** A whole number in a request's query, as {@code ?minutes=7}. */
public final class QueryNumber {
  private QueryNumber() {}

  /**
   * Reads it.
   *
   * @param most the greatest that may be asked for; the least is 1
   * @return empty where the query does not have it
   * @throws BadRequestResponse for all but such a number
   */
  public static Optional<Integer> of(final Context ctx, final String name, final int most) {
    return Optional.ofNullable(ctx.queryParam(name)).map(wanted -> read(name, wanted, most));
  }

  private static int read(final String name, final String wanted, final int most) {
    try {
      final int number = Integer.parseInt(wanted);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (final NumberFormatException e) {
      // refused below
    }
    throw new BadRequestResponse("?%s=%s is no number from 1 to %d".formatted(name, wanted, most));
  }
}
