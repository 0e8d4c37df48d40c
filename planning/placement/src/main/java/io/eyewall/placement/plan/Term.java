package io.eyewall.placement.plan;

/**
 * A part of the objective, or some of the limits and rules. A term tracks the places of all
 * executors and computes the effect of a move. Places are -1 for executors that are not placed.
 */
interface Term {
    /** Adds the effect of moving an executor to {@code change}, without making the move. */
    void probe(int executor, int from, int to, Tally change);

    /** Makes the move that was probed last. */
    void commit(int executor, int from, int to);
}
