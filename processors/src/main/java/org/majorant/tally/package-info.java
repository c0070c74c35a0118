/**
 * How well examples were predicted before they were learned.
 *
 * <p>A {@link org.majorant.tally.Tallies tally} is a sum, so that those of workers add up. {@link
 * org.majorant.tally.Baselines} are what a model must beat, and {@link
 * org.majorant.tally.EntityCounter} counts entities in sequences of tags.
 */
package org.majorant.tally;
