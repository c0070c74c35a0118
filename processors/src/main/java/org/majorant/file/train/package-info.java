/** Batch training of a file: from records to a model, with a line for every iteration. */
package org.majorant.file.train;
