/**
 * Batch training of a file: from records to a model, with a line for every iteration.
 *
 * <p>How to minimise is for {@code org.majorant.train}. No broker here: the head of a version is
 * made, and published by others.
 */
package org.majorant.file.train;
