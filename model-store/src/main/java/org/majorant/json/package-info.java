/**
 * Examples as JSON objects, the same on a topic, in a file and in an HTTP request.
 *
 * <p>{@link org.majorant.json.ExampleJson} defines the form, and {@link
 * org.majorant.json.ValueFormat} chooses between it and Avro for a topic. What comes out is a
 * record of {@code org.majorant.schema}, not yet mapped to any index space. Models, spec files and
 * Kafka do not come in.
 */
package org.majorant.json;
