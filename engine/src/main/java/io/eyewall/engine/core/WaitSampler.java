package io.eyewall.engine.core;

import org.jspecify.annotations.Nullable;

/**
 * Finds user code that waits for less than the watcher's threshold, however often: a bolt that asks
 * a near database, a spout that sleeps a millisecond in every nextTuple. At each look of the
 * watcher it sees in whose code a core's thread is, and whether it waits there. So the time counts
 * for the one that waits, not for those that have called it directly. For the watcher's thread.
 *
 * <p>What the JVM makes a thread wait for, such as memory or the end of a pause, is not its code's.
 */
final class WaitSampler {
    /** Off the processor for less than this part of the time: nothing that is worth a look. */
    private static final int LEAST_PART = 8;

    private final Core core;
    private final long usualNs;
    private @Nullable CoreOwner driver;
    private long lookedNs;
    private long cpuNs;
    private long lastTicket;

    /**
     * @param usualNs from one look to the next, unless the watcher is late
     */
    WaitSampler(Core core, long usualNs) {
        this.core = core;
        this.usualNs = usualNs;
    }

    /**
     * Looks.
     *
     * @param driver who drives the core
     * @param ticket of the driver, read at this look
     */
    void look(CoreOwner driver, long ticket) {
        long nowNs = System.nanoTime();
        long usedNs = driver.cpuNs();
        long passedNs = nowNs - lookedNs;
        long waitedNs = passedNs - (usedNs - cpuNs);
        boolean seenBefore = driver == this.driver;
        this.driver = driver;
        lookedNs = nowNs;
        cpuNs = usedNs;
        int number = CoreOwner.taskletOf(ticket);
        if (!seenBefore || number == 0 || ticket == lastTicket) {
            return; // a call counts once, however long it takes: CoreObservation sees to long ones
        }
        if (usedNs >= 0 && waitedNs * LEAST_PART < passedNs) {
            return;
        }
        if (driver.isWaitingByItself()) {
            Tasklet tasklet = core.tasklet(number);
            if (tasklet != null && driver.ticket() == ticket) {
                lastTicket = ticket;
                tasklet.onWaiting(Math.min(passedNs, usualNs));
            }
        }
    }

    /** The core's thread sleeps for want of work, or nobody drives it. */
    void skip() {
        driver = null;
    }
}
