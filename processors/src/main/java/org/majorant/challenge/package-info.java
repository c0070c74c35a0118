/**
 * Champion and challenger: two models predict the same examples, and their losses say which one is
 * better.
 *
 * <p>The {@link org.majorant.challenge.ConfidenceSequence} holds at every moment at once, so that a
 * model may take the other's place as soon as it is better, and no sooner.
 */
package org.majorant.challenge;
