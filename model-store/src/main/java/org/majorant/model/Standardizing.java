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
    @JsonInclude(Include.NON_EMPTY) List<Double> highs) {

  static Standardizing of(final Moments moments) {
    return new Standardizing(
        moments.getCount(),
        moments.getMeans(),
        moments.getSquares(),
        moments.getLows(),
        moments.getHighs());
  }

  /**
   * @throws IOException where something is missing
   */
  Moments toMoments() throws IOException {
    ModelFile.require(means != null && squares != null);
    return new Moments(
        count, means, squares, lows == null ? List.of() : lows, highs == null ? List.of() : highs);
  }
}
