/**
 * From a decoded example to sparse numbers in a model's index space: which index a feature has, how
 * its values are transformed, standardized and expanded, what each view makes of them, and how
 * large the space is.
 *
 * <p>{@link org.majorant.features.FeatureSpace} is the one way in, for training and for prediction
 * alike, so that the two cannot differ. {@link org.majorant.features.Dimensions} gives the sizes
 * that follow from a spec. What maps an example is hot: it works on arrays that are reused, and
 * allocates nothing.
 *
 * <p>No weights come in here, no spec files, no JSON and no Kafka.
 */
package org.majorant.features;
