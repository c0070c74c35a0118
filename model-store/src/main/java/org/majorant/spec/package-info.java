/**
 * Model specs as people write them: reading and writing the YAML file, its defaults, the faults
 * that it may have, and the fingerprint that tells which specs can go on from the same learned
 * state.
 *
 * <p>{@link org.majorant.spec.SpecFields} is the table of all fields; {@link
 * org.majorant.spec.SpecFile} reads and writes a file by it. What a larger field needs beyond its
 * row has a class of its own.
 *
 * <p>This room says what a spec is. What a learner or a predictor does with it, and JSON examples,
 * do not come in; nor does Kafka.
 */
package org.majorant.spec;
