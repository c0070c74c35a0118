package org.majorant.file.train;

import org.majorant.solve.StopRule;
import org.majorant.train.Solver;

/**
 * How a file is trained.
 *
 * @param solver null: the usual one for the task
 * @param l2 λ of ½ λ |θ|², a total over the data; the intercept is penalised like any weight
 * @param warmStart begins at what one streaming pass learned, not at 0 (or near it)
 * @param gap ends at this relative gap to the optimum, which is found first; null: not asked
 * @param rule when it ends otherwise
 */
public record TrainingSettings(
    Solver solver, double l2, boolean warmStart, Double gap, StopRule rule) {}
