/**
 * Batch training: the regularised likelihood of a whole data set, minimised by steps that cannot
 * fail, because each is bounded before it is taken (JC12; MATHS.md 4). Maximum entropy is its dual,
 * and trained here, too.
 *
 * <p>A {@link org.majorant.train.Loss} is what bounds and Hessians are made of, matrix-free; a
 * {@link org.majorant.train.Trainer} knows nothing of what the parameters mean. A {@link
 * org.majorant.train.TrainingSet} has the examples of any task, with their features in a {@link
 * org.majorant.train.SparseMatrix}, and one loss, whose value and gradient are those of the room
 * {@code likelihood}. The tasks differ in the curvature of an example alone; one that has none is
 * trained by L-BFGS.
 *
 * <p>No Kafka here, no files, and nothing of streams: no memory, no sites, no forgetting.
 */
package org.majorant.train;
