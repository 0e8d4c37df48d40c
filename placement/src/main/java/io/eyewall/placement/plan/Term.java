package io.eyewall.placement.plan;

/**
 * A part of the objective, or some of the limits and rules. It knows where all executors are and
 * tells what a move would change. Places are -1 for executors that are not placed.
 */
interface Term {
    /** Adds to {@code change} what moving an executor would change; changes nothing itself. */
    void probe(int executor, int from, int to, Tally change);

    /** Takes over the move that was probed last. */
    void commit(int executor, int from, int to);
}
