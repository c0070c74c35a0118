/**
 * How well examples were predicted before they were learned.
 *
 * <p>A {@link org.majorant.tally.Tallies tally} is a sum, so that those of workers add up. {@link
 * org.majorant.tally.Baselines} are what a model must beat, {@link
 * org.majorant.tally.ReliabilityBins} count how sure predictions were and how often rightly, and
 * {@link org.majorant.tally.EntityCounter} counts entities in sequences of tags.
 */
package org.majorant.tally;
