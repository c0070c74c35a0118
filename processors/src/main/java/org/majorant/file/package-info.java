/**
 * Examples in files: the formats that people already have, read one example at a time into the
 * records of the examples topic, and what a spec can learn from a file that has none.
 *
 * <p>{@link org.majorant.file.ExampleReader} is the door, {@link org.majorant.file.DataSummary} the
 * look at what came through it. No Kafka and no learning here, and no other room of this module: a
 * file's features are handed on as they are.
 */
package org.majorant.file;
