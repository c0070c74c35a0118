/**
 * Batch training: the regularised likelihood of a whole data set, minimised by steps that cannot
 * fail, because each is bounded before it is taken (JC12; MATHS.md 4).
 *
 * <p>A {@link org.majorant.train.Loss} is what bounds and Hessians are made of, matrix-free; a
 * {@link org.majorant.train.Trainer} knows nothing of what the parameters mean. No Kafka, no files.
 */
package org.majorant.train;
