package io.eyewall.engine.adaptation;

/**
 * Decides how many executors one component should have, from one look at its load to the next.
 * Doubles them when they can't keep up and halves them when half would do; in between nothing
 * changes. The margin between the two, and the looks that must agree, keep it from swinging.
 */
final class ParallelismTuner {
    private static final double BUSY = 0.8;
    private static final double IDLE = 0.3;
    private static final double FULL = 0.5;
    private static final int LOOKS_TO_GROW = 2;
    private static final int LOOKS_TO_SHRINK = 6;
    private static final int LOOKS_AFTER_CHANGE = 2;

    private final int least;
    private int grow;
    private int shrink;
    private int rest;

    /**
     * @param least never fewer than this: what the topology was submitted with
     */
    ParallelismTuner(int least) {
        this.least = least;
    }

    /**
     * One look.
     *
     * @param executors as it is now
     * @param most that would be of use: tasks, or cores
     * @param load busy time of all executors since the last look, in executors' worth: 1.5 = one
     *     and a half executors were busy all the time
     * @param queued how full the fullest mailbox is; 1 = it holds back its senders
     * @return how many there should be
     */
    int look(int executors, int most, double load, double queued) {
        if (rest > 0) {
            rest--;
            return executors;
        }
        boolean strained = queued >= FULL || load >= BUSY * executors;
        boolean easy = queued < FULL && load <= IDLE * executors;
        grow = strained && executors < most ? grow + 1 : 0;
        shrink = easy && executors > least ? shrink + 1 : 0;
        if (grow >= LOOKS_TO_GROW) {
            return changed(Math.min(2 * executors, most));
        }
        if (shrink >= LOOKS_TO_SHRINK) {
            return changed(Math.max(executors / 2, least));
        }
        return executors;
    }

    private int changed(int executors) {
        grow = 0;
        shrink = 0;
        rest = LOOKS_AFTER_CHANGE;
        return executors;
    }
}
