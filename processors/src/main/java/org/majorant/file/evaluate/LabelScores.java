package org.majorant.file.evaluate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * How well the examples of one label were found, of sequences the tokens.
 *
 * @param found of the examples that have the label and of those that were predicted to have it
 */
public record LabelScores(String label, @JsonUnwrapped EntityScores found) {}
