package io.eyewall.model.capacity;

/**
 * Of the tuples that could stay at their sender's place, the shares that do. They depend on the
 * load.
 *
 * @param local the share of the local-or-shuffle tuples, at places with receivers
 * @param shuffled the share of the shuffled tuples; at most so many can stay that all receivers
 *     still receive the same number (docs/decisions/0125-shuffle-stays-near.md)
 */
record KeptShares(double local, double shuffled) {}
