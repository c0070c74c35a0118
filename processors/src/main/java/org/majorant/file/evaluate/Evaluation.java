package org.majorant.file.evaluate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What an evaluation found; its names are those of the JSON that users' scripts read. Losses are in
 * nats an example, of sequences a token, of graphs an observed variable; cumulative over the run.
 *
 * @param examples labeled examples learned
 * @param tokens labeled tokens learned, of sequences
 * @param rejected examples that do not fit the model
 * @param progressiveLogLoss mean of −log p, each example scored just before it is learned
 * @param progressiveAccuracy share of examples whose most probable label was right, likewise
 * @param entities of sequences whose labels name entities, likewise; else null
 * @param confusion of the labels, likewise; null where they are none or too many
 * @param calibration of the probabilities, likewise: of two labels of the second one's, of more of
 *     the prediction's; null where there are no labels
 * @param baselines what the model must beat
 * @param boundSlackMin least of (bound − objective) over all steps
 * @param heldOutLogLoss mean of −log p over the held-out examples; null where there are none
 * @param heldOutAccuracy likewise
 * @param heldOutEntities likewise
 * @param heldOutConfusion of the labels, likewise
 * @param heldOutCalibration likewise
 * @param auc area under the ROC curve over the held-out examples, two labels only
 * @param heldOutRejected held-out examples that do not fit the model; null where there are none
 * @param curvature full, low-rank or diagonal
 * @param dimension features with the intercept and the transitions
 * @param classes number of labels; 0 where there are none
 * @param seconds learning only
 * @param examplesPerSecond likewise
 * @param simulation of several workers; null where there was one alone
 */
@JsonInclude(Include.NON_NULL)
public record Evaluation(
    long examples,
    Long tokens,
    long rejected,
    double progressiveLogLoss,
    double progressiveAccuracy,
    EntityScores entities,
    Confusion confusion,
    Calibration calibration,
    BaselineLosses baselines,
    double boundSlackMin,
    Double heldOutLogLoss,
    Double heldOutAccuracy,
    EntityScores heldOutEntities,
    Confusion heldOutConfusion,
    Calibration heldOutCalibration,
    Double auc,
    Long heldOutRejected,
    String curvature,
    int dimension,
    int classes,
    double seconds,
    double examplesPerSecond,
    @JsonUnwrapped SimulationReport simulation) {}
