"""How a model with views predicts from what each of them says, as org.majorant.model.Stack does."""

import math

STACKED = 7
"""Places of a view among the weights: that of its moderated score, then those of its readings."""


class Stack:
    """A log-linear model whose features are the scores of all views (MATHS.md 16).

    With the scores s_rk of label k by reading r, and the variance v_k of its view's first reading,

        p(k) ∝ exp(Σ_r w_r s_rk + Σ_view w'_view m_k)      m_k = (s_k - mean s) / √(1 + π/8 v_k)

    m are moderated scores (MacKay 1992): a view that is not sure of a score counts less. w is
    around the mean of all views, half of it plain and half moderated; the model holds what it is
    more than that. Of two labels there is one score, the second's, and nothing to subtract.
    """

    def __init__(self, views, learned):
        """
        views: how many there are.
        learned: the weights that the model holds, STACKED of each view.
        """
        self._weights = [
            weight + (0.5 / views if place % STACKED <= 1 else 0)
            for place, weight in enumerate(learned)
        ]

    def score(self, scores, variances):
        """
        scores: of each view, of each of its readings, a score a vector.
        variances: of each view's first reading, one a vector.
        """
        total = [0.0] * len(variances[0])
        for view, (readings, variance) in enumerate(zip(scores, variances)):
            inputs = [moderated(readings[0], variance), *readings]
            for weight, values in zip(self._weights[STACKED * view :], inputs):
                total = [so_far + weight * value for so_far, value in zip(total, values)]
        return total


def moderated(scores, variances):
    mean = sum(scores) / len(scores) if len(scores) > 1 else 0.0
    return [(s - mean) / math.sqrt(1 + math.pi / 8 * v) for s, v in zip(scores, variances)]
