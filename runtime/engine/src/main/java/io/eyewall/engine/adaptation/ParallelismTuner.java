package io.eyewall.engine.adaptation;

/**
 * Decides how many executors one component should have, from one evaluation of its load to the
 * next. Doubles the number when the executors cannot keep up, and halves it when half would do. The
 * margin between the two, and the number of evaluations that must agree, prevent oscillation. Used
 * by the monitor's thread.
 */
final class ParallelismTuner {
    /** Executors are overloaded if they are busy for this share of the time. */
    private static final double BUSY = 0.8;

    /** Executors are underused if they are busy for at most this share of the time. */
    private static final double IDLE = 0.3;

    /** Executors are overloaded if their fullest mailbox is filled to this share. */
    private static final double FULL = 0.5;

    /** Consecutive evaluations that must find the executors overloaded. */
    private static final int EVALUATIONS_TO_GROW = 2;

    /** Consecutive evaluations that must find the executors underused. */
    private static final int EVALUATIONS_TO_SHRINK = 6;

    /** Evaluations after a change that do not count. */
    private static final int EVALUATIONS_TO_SKIP = 2;

    private final int minExecutors;
    private int growVotes;
    private int shrinkVotes;
    private int evaluationsToSkip;

    /**
     * @param minExecutors minimum number of executors: the number that the topology was submitted
     *     with
     */
    ParallelismTuner(int minExecutors) {
        this.minExecutors = minExecutors;
    }

    /**
     * Evaluates the load once.
     *
     * @param executors current number of executors
     * @param maxUseful maximum useful number of executors: the number of tasks or of cores
     * @param load busy time of all executors since the last evaluation, in executors: 1.5 = one and
     *     a half executors were busy all the time
     * @param mailboxFill fill level of the fullest mailbox; at 1 its senders must stop
     * @return how many executors there should be
     */
    int evaluate(int executors, int maxUseful, double load, double mailboxFill) {
        if (evaluationsToSkip > 0) {
            evaluationsToSkip--;
            return executors;
        }
        boolean overloaded = mailboxFill >= FULL || load >= BUSY * executors;
        boolean underused = mailboxFill < FULL && load <= IDLE * executors;
        growVotes = overloaded && executors < maxUseful ? growVotes + 1 : 0;
        shrinkVotes = underused && executors > minExecutors ? shrinkVotes + 1 : 0;
        if (growVotes >= EVALUATIONS_TO_GROW) {
            return startAnew(Math.min(2 * executors, maxUseful));
        }
        if (shrinkVotes >= EVALUATIONS_TO_SHRINK) {
            return startAnew(Math.max(executors / 2, minExecutors));
        }
        return executors;
    }

    /** Discards all votes, because the number of executors changes to {@code executors}. */
    private int startAnew(int executors) {
        growVotes = 0;
        shrinkVotes = 0;
        evaluationsToSkip = EVALUATIONS_TO_SKIP;
        return executors;
    }
}
