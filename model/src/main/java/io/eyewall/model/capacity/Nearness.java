package io.eyewall.model.capacity;

/**
 * How much of what may stay at its sender's place does. It depends on the load.
 *
 * @param local which part of local-or-shuffle tuples, where there are receivers
 * @param shuffled which part of as many shuffled tuples as could stay while each receiver gets
 *     equally much (our engine's docs/decisions/0125-shuffle-stays-near.md)
 */
record Nearness(double local, double shuffled) {}
