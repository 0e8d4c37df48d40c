package io.eyewall.engine.executor;

/**
 * The time of an executor's calls of nextTuple or execute so far. For calls on a core's owner
 * thread it includes the direct calls inside them. For calls on a dedicated thread, and for those
 * in which a thread lost its core, it includes the time for which they waited. The times are
 * estimated from timed calls and may be slightly stale.
 *
 * @param ns sum over all calls, in nanoseconds; never more than the time that was available
 * @param loadNs the part of it that is load of a core: without the time for which threads had no
 *     processor
 * @param squaresNs2 sum of the squares of all calls' times, in square nanoseconds: a measure of
 *     their variation; one call counts as at most eight times the mean
 * @param threadNs processor time of the executor's dedicated thread; -1 if there is none or the
 *     time is unknown
 */
public record CallTimes(long ns, long loadNs, double squaresNs2, long threadNs) {
    private static final double MAX_MULTIPLE_OF_MEAN = 8;

    /**
     * Returns the time of a timed call as it is to be squared, capped at a multiple of the mean: an
     * interrupt of some microseconds within a call of some hundred nanoseconds belongs to the
     * machine, and its square would outweigh all other calls.
     *
     * @param callNs how long the call took
     * @param earlierCallsNs sum of the times of the earlier calls
     * @param earlierCalls number of the earlier calls
     */
    public static double cappedNs(long callNs, long earlierCallsNs, long earlierCalls) {
        double ns = callNs;
        return earlierCalls == 0
                ? ns
                : Math.min(ns, MAX_MULTIPLE_OF_MEAN * (double) earlierCallsNs / earlierCalls);
    }
}
