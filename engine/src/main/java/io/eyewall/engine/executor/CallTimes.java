package io.eyewall.engine.executor;

/**
 * How long an executor's calls of nextTuple or execute have taken so far. Of calls on a core's
 * thread it includes what was called directly inside them; of calls on a thread of its own, and of
 * those in which a thread lost its core, what it waited for. Estimated from timed calls; may be a
 * moment old.
 *
 * @param ns sum over all calls, in nanoseconds; no more than the time that there was
 * @param loadNs what of that is load of a core: not that for which threads had no processor
 * @param squaresNs2 sum over all calls of their squares, in square nanoseconds: how much they
 *     differ; one counts as eight times the mean at most
 * @param threadNs processor time of the thread that is the executor's own; -1 if it has none, or
 *     that can't be known
 */
public record CallTimes(long ns, long loadNs, double squaresNs2, long threadNs) {
    private static final double MOST_OF_MEAN = 8;

    /**
     * What of a timed call is squared: an interrupt of some microseconds within a call of some
     * hundred nanoseconds is the machine's, and its square would count for more than all others.
     *
     * @param callNs how long it took
     * @param beforeNs sum over the calls before
     * @param calls how many these were
     */
    static double squaredNs(long callNs, long beforeNs, long calls) {
        double ns = callNs;
        return calls == 0 ? ns : Math.min(ns, MOST_OF_MEAN * (double) beforeNs / calls);
    }
}
