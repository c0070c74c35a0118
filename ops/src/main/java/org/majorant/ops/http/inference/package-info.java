/**
 * Predictions over HTTP, in two protocols: the JSON of the command {@code predict}, and the Open
 * Inference Protocol. Both read a body within bounds, ask the catalog for a version, and answer by
 * its predictor; the version that answers is in a header of each answer.
 *
 * <p>Nothing here knows a learner or a broker.
 */
package org.majorant.ops.http.inference;
