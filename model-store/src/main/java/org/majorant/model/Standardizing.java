package org.majorant.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.io.IOException;
import java.util.List;
import org.majorant.schema.Moments;

/** What standardizes the features, as it stands in a {@link ModelFile}. */
record Standardizing(
    long count,
    List<Double> means,
    List<Double> squares,
    @JsonInclude(Include.NON_EMPTY) List<Double> lows,
    @JsonInclude(Include.NON_EMPTY) List<Double> highs,
    @JsonInclude(Include.NON_EMPTY) List<Double> quantiles) {

  static Standardizing of(final Moments moments) {
    return new Standardizing(
        moments.getCount(),
        moments.getMeans(),
        moments.getSquares(),
        moments.getLows(),
        moments.getHighs(),
        moments.getQuantiles());
  }

  /**
   * @throws IOException where something is missing
   */
  Moments toMoments() throws IOException {
    ModelFile.require(means != null && squares != null);
    return new Moments(count, means, squares, orNone(lows), orNone(highs), orNone(quantiles));
  }

  private static List<Double> orNone(final List<Double> numbers) {
    return numbers == null ? List.of() : numbers;
  }
}
