/**
 * The learner over a file, without Kafka: the same bytes, feature space and learner as in the
 * topology, so that what a model will do on a stream can be tried in a second. Several workers are
 * simulated, with their rounds and delays ({@link org.majorant.file.evaluate.Rounds}).
 *
 * <p>It reads no files itself: records come in memory, and an evaluation goes out. No batch
 * training here, no store and no broker.
 */
package org.majorant.file.evaluate;
