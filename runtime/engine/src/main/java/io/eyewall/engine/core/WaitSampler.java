package io.eyewall.engine.core;

import org.jspecify.annotations.Nullable;

/**
 * Finds user code that waits for less than the watcher's threshold, however often: a bolt that
 * queries a nearby database, a spout that sleeps a millisecond in every nextTuple. At each
 * observation it samples whose code a core's thread is in, and whether the thread waits there. So
 * the time counts for the tasklet that waits, not for those that have called it directly. For the
 * watcher's thread.
 *
 * <p>Waits that the JVM imposes on a thread, such as for memory or for the end of a pause, are not
 * attributed to the code.
 */
final class WaitSampler {
    /**
     * Divisor of the time between samples: a thread that was off its processor for less than the
     * quotient is not sampled.
     */
    private static final int MIN_WAIT_DIVISOR = 8;

    private final Core core;
    private @Nullable CoreOwner lastOwner;
    private long lastSampleNs;

    /** Processor time of the owner thread at the last sample. */
    private long lastCpuNs;

    /** The last call that was found waiting. */
    private long lastTicket;

    WaitSampler(Core core) {
        this.core = core;
    }

    /**
     * Takes a sample. It stands for the whole pause before it: on a core that sleeps most of the
     * time the watcher pauses for longer, and finds a call that waits less often.
     *
     * @param owner the core's owner
     * @param ticket the owner's ticket, read at this observation
     * @param pauseNs the watcher's pause before this observation; it may have been late
     */
    void sample(CoreOwner owner, long ticket, long pauseNs) {
        long nowNs = System.nanoTime();
        long usedNs = owner.cpuNs();
        long passedNs = nowNs - lastSampleNs;
        long waitedNs = passedNs - (usedNs - lastCpuNs);
        boolean sameOwner = owner == lastOwner;
        lastOwner = owner;
        lastSampleNs = nowNs;
        lastCpuNs = usedNs;
        int number = CoreOwner.taskletOf(ticket);
        if (number == 0 || ticket == lastTicket) {
            return; // a call counts once, however long it takes: CoreObservation handles long calls
        }
        if (sameOwner && usedNs >= 0 && waitedNs * MIN_WAIT_DIVISOR < passedNs) {
            return;
        }
        if (owner.isWaitingByItself()) {
            Tasklet tasklet = core.tasklet(number);
            if (tasklet != null && owner.ticket() == ticket) {
                lastTicket = ticket;
                tasklet.onWaiting(sameOwner ? Math.min(passedNs, pauseNs) : pauseNs);
            }
        }
    }

    /** Skips a sample because the owner sleeps for lack of work, or the core has no owner. */
    void skip() {
        lastOwner = null;
    }
}
