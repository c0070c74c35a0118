/**
 * How what several workers learned becomes one base (MATHS.md 9): a {@link
 * org.majorant.merge.Merger} adds their sites round by round, a {@link org.majorant.merge.Quota}
 * limits how much they may learn beside each other, and where that is not enough, evidence from the
 * next examples damps the merge ({@link org.majorant.merge.MergeControl}).
 *
 * <p>It knows no examples and no tasks: what it merges are sites. No Kafka here, no store, and no
 * offsets: which summaries are due, and that none comes twice, is for those who bring them.
 */
package org.majorant.merge;
