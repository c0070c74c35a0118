/**
 * Model specs as people write them: reading and writing the YAML file, its defaults, the faults
 * that it may have, and the fingerprint that tells which specs can go on from the same learned
 * state.
 *
 * <p>{@link org.majorant.spec.SpecFile} reads and writes the file; each larger field has a class of
 * its own, which reads it, judges it and writes it. What a task takes of the fields stands in
 * {@link org.majorant.spec.TaskRules}.
 *
 * <p>This room says what a spec is. What a learner or a predictor does with it, and JSON examples,
 * do not come in; nor does Kafka.
 */
package org.majorant.spec;
