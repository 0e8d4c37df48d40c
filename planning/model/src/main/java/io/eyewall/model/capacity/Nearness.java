package io.eyewall.model.capacity;

/**
 * The shares of tuples that stay at their sender's place, of those that could. They depend on the
 * load.
 *
 * @param local the share of local-or-shuffle tuples, at places with receivers
 * @param shuffled the share of shuffled tuples, of as many as could stay while all receivers get
 *     the same number (our engine's docs/decisions/0125-shuffle-stays-near.md)
 */
record Nearness(double local, double shuffled) {}
