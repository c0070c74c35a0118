/**
 * The learner over a file, without Kafka: the same bytes, feature space and learner as in the
 * topology, so that what a model will do on a stream can be tried in a second.
 */
package org.majorant.file.evaluate;
