/**
 * Meters of which a model has many: a counter for each sum of a tally, and for each feature that is
 * standardized. {@link org.majorant.stream.LearningMetrics} has the others.
 */
package org.majorant.stream.meters;
