package io.eyewall.engine.core;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the watcher has seen of one core. For the watcher's thread.
 *
 * <p>Time is counted in looks, so that a pause of the whole process counts once. A thread that
 * waits loses its core sooner than one that computes: of that one the processor time counts, not
 * the time, since taking the core from a thread that wants a processor only makes more threads want
 * one.
 */
final class CoreObservation {
    private static final Logger LOG = LoggerFactory.getLogger(CoreObservation.class);

    /** One may be a safepoint that is just ending. */
    private static final int WAITING_LOOKS = 2;

    /** Of a step that waits now and then, whatever calls it has made meanwhile. */
    private static final int LOOKS_AT_LONG_STEP = 2 * Watcher.LOOKS;

    /** Of a step where the processor time of threads is not to be had. */
    private static final int LOOKS_AT_COMPUTING_STEP = 10 * Watcher.LOOKS;

    /** Thresholds of processor time that a step may take. */
    private static final int THRESHOLDS_TO_COMPUTE = 3;

    /** A step that has used so much of a threshold of processor time lasts by its own doing. */
    private static final int THRESHOLD_PARTS_AT_FAULT = 4;

    private static final int STUCK_FRAMES = 100;
    private static final long STUCK_NS = 5_000_000_000L;

    /** Tries to find the thread in user code while nobody drives the core. */
    private static final int TRIES = 200;

    private final Core core;
    private final CoreGroup group;
    private final NestedCalls nested;
    private final WaitSampler waits;
    private final long thresholdNs;
    private final int looksUntilStuck;

    /** Who drove the core at the last look. */
    private @Nullable CoreOwner driver;

    private long stepNumber;
    private int stepLooks;
    private long stepCpuNs;

    private long busyNs;

    private long ticket;
    private int callLooks;
    private int waitingLooks;

    /**
     * @param group has fresh threads
     * @param nested given the calls that block on others' stacks
     * @param thresholdNs how long a step, or a call, may last
     */
    CoreObservation(Core core, CoreGroup group, NestedCalls nested, long thresholdNs) {
        this.core = core;
        this.group = group;
        this.nested = nested;
        this.waits = new WaitSampler(core, thresholdNs / Watcher.LOOKS);
        this.thresholdNs = thresholdNs;
        this.looksUntilStuck =
                (int)
                        Math.max(
                                2L * Watcher.LOOKS,
                                Watcher.LOOKS * STUCK_NS / Math.max(1, thresholdNs));
    }

    /**
     * Looks, and does what is necessary.
     *
     * @return whether the core sleeps
     */
    boolean look() {
        boolean parked = core.isParked();
        CoreOwner now = core.driverIfAny();
        if (now == null || parked) {
            waits.skip();
        } else {
            waits.look(now, now.ticket());
        }
        if (now == null) {
            return parked;
        }
        long began = core.stepNumber();
        if (parked || now != driver || began != stepNumber) {
            driver = now;
            stepNumber = began;
            stepLooks = 0;
            waitingLooks = 0;
            callLooks = 0;
            ticket = now.ticket();
            return parked;
        }
        stepLooks++;
        lookAtCall(now);
        if (stepLooks == 1) {
            stepCpuNs = now.cpuNs();
        } else if (stepLooks >= Watcher.LOOKS) {
            askToHurry(now);
        }
        if (isCallBlocked() || isStepBlocked() || isStepComputing(now)) {
            takeAwayFrom(now);
        } else if (stepLooks == looksUntilStuck) {
            tellOfStuckCore(now);
        }
        return false;
    }

    /** Whether the core has had work since this was last asked; a spout that has none is none. */
    boolean hasWorked() {
        long before = busyNs;
        busyNs = core.busyNs();
        return busyNs != before;
    }

    private void lookAtCall(CoreOwner now) {
        long seen = now.ticket();
        boolean same = seen == ticket && CoreOwner.taskletOf(seen) != 0;
        ticket = seen;
        callLooks = same ? callLooks + 1 : 0;
        boolean maybeBlocked = callLooks >= Watcher.LOOKS - 1 || stepLooks >= Watcher.LOOKS;
        waitingLooks = maybeBlocked && now.isWaiting() ? waitingLooks + 1 : 0;
    }

    private void askToHurry(CoreOwner now) {
        boolean blamed = core.isBlamed(stepNumber) || isAtFault(now);
        if (core.stepNumber() != stepNumber) {
            return; // to find that out took its time
        }
        if (blamed) {
            core.blame(stepNumber);
        } else {
            core.askToHurry();
        }
    }

    /** Whether it waits, or uses its processor: not one that had none for most of the time. */
    private boolean isAtFault(CoreOwner now) {
        long cpuNs = now.cpuNs();
        return cpuNs < 0
                || cpuNs - stepCpuNs >= thresholdNs / THRESHOLD_PARTS_AT_FAULT
                || now.isWaiting();
    }

    private boolean isCallBlocked() {
        return callLooks >= Watcher.LOOKS - 1 && waitingLooks >= WAITING_LOOKS;
    }

    private boolean isStepBlocked() {
        return stepLooks >= LOOKS_AT_LONG_STEP && waitingLooks >= WAITING_LOOKS;
    }

    private boolean isStepComputing(CoreOwner now) {
        if (stepLooks < 2 * Watcher.LOOKS) {
            return false; // it has just been asked to end
        }
        long cpuNs = now.cpuNs();
        return cpuNs < 0
                ? stepLooks >= LOOKS_AT_COMPUTING_STEP
                : cpuNs - stepCpuNs >= THRESHOLDS_TO_COMPUTE * thresholdNs;
    }

    /** See {@link CoreOwner} for why this is safe. */
    private void takeAwayFrom(CoreOwner now) {
        boolean waits = waitingLooks >= WAITING_LOOKS;
        synchronized (core.driverLock()) {
            if (core.driver() != now) {
                return; // it has handed the core over meanwhile
            }
            core.setDriver(null);
            StackTraceElement[] stack;
            int tasklet;
            List<Tasklet> running;
            CoreThread next;
            try {
                stack = ThreadProbe.stackOf(now.thread(), 1); // orders both threads
                tasklet = awaitUserCode(now);
                boolean hasEnded = tasklet == 0 || core.stepNumber() != stepNumber;
                running = core.runningTasklets();
                next = hasEnded ? null : group.startReplacement(core);
            } catch (Throwable noRoom) {
                core.setDriver(now); // for another thread, say: it goes on as it was
                throw noRoom;
            }
            if (next == null) {
                core.setDriver(now); // the next look tries again, if the step still lasts
                return;
            }
            try {
                core.forgetStack();
                for (Tasklet one : running) {
                    RunQueue.countAsSlow(one);
                    away(one, now.thread(), waits && one.number() == tasklet);
                }
                nested.add(now, running);
            } finally {
                next.takeOver();
            }
            if (LOG.isDebugEnabled()) {
                LOG.debug(
                        "core {}: {} keeps it over {} ms, at {}; going on without it",
                        core.index(),
                        running,
                        thresholdNs / 1_000_000,
                        stack.length == 0 ? "?" : stack[0]);
            }
        }
    }

    private void away(Tasklet tasklet, Thread thread, boolean offender) {
        try {
            tasklet.onAway(thread, offender);
        } catch (Throwable defect) {
            group.onDefect(core, defect); // it may be waited for in vain
        }
    }

    /**
     * The number of the tasklet whose code the thread is in, or comes to within moments; 0: none.
     */
    private int awaitUserCode(CoreOwner now) {
        int tasklet = CoreOwner.taskletOf(now.ticket());
        for (int i = 0; tasklet == 0 && i < TRIES; i++) {
            Thread.onSpinWait();
            tasklet = CoreOwner.taskletOf(now.ticket());
        }
        return tasklet;
    }

    private void tellOfStuckCore(CoreOwner now) {
        StringBuilder where = new StringBuilder();
        for (StackTraceElement frame : ThreadProbe.stackOf(now.thread(), STUCK_FRAMES)) {
            where.append("\n\tat ").append(frame);
        }
        LOG.warn(
                "core {} stands still: for over {} s its thread '{}' has not been seen in user code that it"
                        + " could be left to, so that all executors of the core wait; it is at:{}",
                core.index(),
                STUCK_NS / 1_000_000_000,
                now.thread().getName(),
                where);
    }
}
