/**
 * Champion and challenger: two models predict the same examples, and their losses say which one is
 * better.
 *
 * <p>{@link org.majorant.challenge.Duels} have the losses of two workers of a task meet, and {@link
 * org.majorant.challenge.ComparisonSum} adds what they give. The {@link
 * org.majorant.challenge.ConfidenceSequence} holds at every moment at once, so that a model may
 * take the other's place as soon as it is better, and no sooner.
 */
package org.majorant.challenge;
