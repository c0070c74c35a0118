/**
 * The contracts of every topic: classes generated from {@code src/main/avro}, how they look on the
 * wire (Avro's single-object encoding, so that a record names its own schema and no registry is
 * needed; Confluent's format where there is a registry), and the fast way into the one that is read
 * most, {@link org.majorant.schema.ExampleDecoder}.
 *
 * <p>What a value means (feature spaces, labels, weights) stays out, and so does everything else of
 * org.majorant: all modules depend on this one.
 */
package org.majorant.schema;
