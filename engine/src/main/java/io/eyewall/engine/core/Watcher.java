package io.eyewall.engine.core;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every core a few times per threshold and, where one call into user code has lasted
 * longer than the threshold, hands the core to a fresh thread. The old thread finishes its call;
 * the units on its stack stay with it until then ({@link Unit#AWAY}), all others go on at once.
 * Go's scheduler does the same with threads in system calls. One thread, owned by {@link
 * CoreGroup}.
 *
 * <p>While it finds all cores asleep its looks are twice as far apart each time, up to {@value
 * #LONGEST_PAUSE_NS} ns: so much later it may find a call that has begun meanwhile.
 *
 * <p>A call that waits is over the threshold sooner than one that computes: taking the core from a
 * thread that wants a processor only makes more threads want one. Time is counted in looks, so that
 * a pause of the whole process counts once.
 */
final class Watcher implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
    private static final int LOOKS_PER_THRESHOLD = 4;
    private static final int LOOKS_WHILE_COMPUTING = 10 * LOOKS_PER_THRESHOLD;
    private static final int WAITING_LOOKS = 2; // one may be a safepoint that is just ending

    /** While all cores sleep it looks less and less often. */
    private static final long LONGEST_PAUSE_NS = 160_000_000;

    private final CoreGroup group;
    private final long thresholdNs;
    private final long[] lastTicket;
    private final Driver[] lastDriver;
    private final int[] looks;
    private final int[] waitingLooks;
    private volatile boolean stopped;

    Watcher(CoreGroup group, long thresholdNs) {
        this.group = group;
        this.thresholdNs = thresholdNs;
        int count = group.cores().size();
        this.lastTicket = new long[count];
        this.lastDriver = new Driver[count];
        this.looks = new int[count];
        this.waitingLooks = new int[count];
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        long shortestNs = thresholdNs / LOOKS_PER_THRESHOLD;
        long pauseNs = shortestNs;
        while (!stopped) {
            boolean allParked = true;
            for (Core core : group.cores()) {
                allParked &= core.isParked();
                look(core);
            }
            long longerNs = allParked ? Math.min(2 * pauseNs, LONGEST_PAUSE_NS) : 0;
            pauseNs = Math.max(shortestNs, longerNs);
            LockSupport.parkNanos(this, pauseNs);
        }
    }

    private void look(Core core) {
        int i = core.index();
        Driver driver = core.driver();
        if (driver == null) {
            return;
        }
        long ticket = driver.ticket();
        boolean inUserCode = Driver.unitOf(ticket) != 0;
        if (!inUserCode || driver != lastDriver[i] || ticket != lastTicket[i]) {
            lastDriver[i] = driver;
            lastTicket[i] = ticket;
            looks[i] = 0;
            waitingLooks[i] = 0;
            return;
        }
        if (++looks[i] >= LOOKS_PER_THRESHOLD - 1) {
            waitingLooks[i] = driver.isWaiting() ? waitingLooks[i] + 1 : 0;
        }
        if (waitingLooks[i] >= WAITING_LOOKS || looks[i] >= LOOKS_WHILE_COMPUTING) {
            takeAway(core, driver, ticket);
            looks[i] = 0;
            waitingLooks[i] = 0;
        }
    }

    /** See {@link Driver} for why this is safe. */
    private void takeAway(Core core, Driver driver, long ticket) {
        synchronized (core.driverLock()) {
            core.setDriver(null);
            StackTraceElement[] stack = driver.thread().getStackTrace(); // orders both threads
            if (driver.ticket() != ticket) {
                core.setDriver(driver); // the call has ended meanwhile
                return;
            }
            List<Unit> running = core.runningUnits();
            core.forgetStack();
            for (Unit unit : running) {
                unit.onAway(driver.thread(), unit.number() == Driver.unitOf(ticket));
            }
            if (LOG.isDebugEnabled()) {
                LOG.debug(
                        "core {}: {} is in one call for over {} ms, at {}; going on without it",
                        core.index(),
                        running,
                        thresholdNs / 1_000_000,
                        stack.length == 0 ? "?" : stack[0]);
            }
            group.replaceDriver(core);
        }
    }
}
