package org.majorant.model;

/**
 * How probable it is that two nodes are matched, or that one stays unmatched. Where there are no
 * sides left is the lesser node, and right the other one, null where left stays unmatched.
 *
 * @param left from 0; null where the right node stays unmatched
 * @param right from 0 on its side; null where the left node stays unmatched
 * @param probability of that, by itself: the Bethe marginal, which is near the exact one
 */
public record EdgeProbability(Integer left, Integer right, double probability) {}
