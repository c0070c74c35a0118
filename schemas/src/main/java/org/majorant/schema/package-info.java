/**
 * The Avro contracts of every topic (generated from {@code src/main/avro}) and their wire format:
 * Avro single-object encoding, so that no registry is needed.
 *
 * <p>What the bytes mean to a model is no business of this room: it depends on nothing of ours.
 */
package org.majorant.schema;
