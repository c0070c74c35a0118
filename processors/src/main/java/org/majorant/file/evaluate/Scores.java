package org.majorant.file.evaluate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.majorant.file.UnusableData;
import org.majorant.model.Model;

/**
 * How well a finished model predicts.
 *
 * @param version of the model
 * @param rejected examples that do not fit it
 * @param logLoss mean of −log p, nats an example, of sequences a token, of graphs an observed
 *     variable, of matchings a pair or unmatched node; null where no example has a label
 * @param accuracy share of the same whose most probable label was right; null likewise
 * @param auc area under the ROC curve, two labels only
 * @param entities found, of sequences whose labels name entities
 * @param confusion of the labels; null where no example has one
 * @param calibration of the probabilities: of two labels of the second one's, of more of the
 *     prediction's; null where no example has a label
 */
@JsonInclude(Include.NON_NULL)
public record Scores(
    long version,
    long rejected,
    Double logLoss,
    Double accuracy,
    Double auc,
    EntityScores entities,
    Confusion confusion,
    Calibration calibration) {
  /**
   * Scores labeled records.
   *
   * @throws UnusableData where none fits the model
   */
  public static Scores of(final Model model, final List<byte[]> records) {
    final Evaluator evaluator = new Evaluator(model.spec());
    final Scores scores = evaluator.score(model, records).scores();
    evaluator.requireSome(records.size() - scores.rejected());
    return scores;
  }
}
