/**
 * What a model is and how it predicts: the parameters of one version, a predictor for each task,
 * what a prediction says, and the model as a file.
 *
 * <p>{@link org.majorant.model.Predictor} chooses the predictor of a model's task. Examples come in
 * through {@code org.majorant.features}, as they do in training, and inference over labels is
 * {@code org.majorant.clique}'s.
 *
 * <p>No Kafka here: where models come from and go to is {@code org.majorant.store}'s business. Nor
 * is there anything that learns.
 */
package org.majorant.model;
