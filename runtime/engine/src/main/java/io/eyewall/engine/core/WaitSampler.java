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
    private final long intervalNs;
    private @Nullable CoreOwner lastOwner;
    private long lastSampleNs;

    /** Processor time of the owner thread at the last sample. */
    private long lastCpuNs;

    /** The last call that was found waiting. */
    private long lastTicket;

    /**
     * @param intervalNs time from one sample to the next, unless the watcher is late
     */
    WaitSampler(Core core, long intervalNs) {
        this.core = core;
        this.intervalNs = intervalNs;
    }

    /**
     * Takes a sample.
     *
     * @param owner the core's owner
     * @param ticket the owner's ticket, read at this observation
     */
    void sample(CoreOwner owner, long ticket) {
        long nowNs = System.nanoTime();
        long usedNs = owner.cpuNs();
        long passedNs = nowNs - lastSampleNs;
        long waitedNs = passedNs - (usedNs - lastCpuNs);
        boolean sameOwner = owner == lastOwner;
        lastOwner = owner;
        lastSampleNs = nowNs;
        lastCpuNs = usedNs;
        int number = CoreOwner.taskletOf(ticket);
        if (!sameOwner || number == 0 || ticket == lastTicket) {
            return; // a call counts once, however long it takes: CoreObservation handles long calls
        }
        if (usedNs >= 0 && waitedNs * MIN_WAIT_DIVISOR < passedNs) {
            return;
        }
        if (owner.isWaitingByItself()) {
            Tasklet tasklet = core.tasklet(number);
            if (tasklet != null && owner.ticket() == ticket) {
                lastTicket = ticket;
                tasklet.onWaiting(Math.min(passedNs, intervalNs));
            }
        }
    }

    /** Skips a sample because the owner sleeps for lack of work, or the core has no owner. */
    void skip() {
        lastOwner = null;
    }
}
