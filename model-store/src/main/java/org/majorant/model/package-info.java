/**
 * What a model is: its spec and feature space, inference over its labels, and prediction with its
 * parameters. The same feature space serves training and prediction.
 *
 * <p>No Kafka here: where models come from and go to is {@code org.majorant.store}'s business.
 */
package org.majorant.model;
