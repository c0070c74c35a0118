/**
 * A model of points as an ONNX file, which other runtimes predict with.
 *
 * <p>{@link org.majorant.ops.onnx.OnnxModel} is the way in. It says by a graph of operators what
 * {@code PointPredictor} does: the transforms, the views, the clipping, the scores by each θ and by
 * the stack, the mixture. The messages of the format are a library's.
 *
 * <p>No Kafka and no files: the caller has the version, and writes the message that comes out.
 */
package org.majorant.ops.onnx;
