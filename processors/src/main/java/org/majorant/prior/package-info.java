/**
 * What the objective has beside the examples: the precision and the mean of the Gaussian prior, a
 * feature at a time, and what a spec asks of the weights, which are L1, a box and linear rows
 * (MATHS.md 6, 8 and 12).
 *
 * <p>No memory comes in here.
 */
package org.majorant.prior;
