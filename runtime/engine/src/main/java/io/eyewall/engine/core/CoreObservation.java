package io.eyewall.engine.core;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watcher's observations of one core. For the watcher's thread.
 *
 * <p>Time is counted in observations, so that a pause of the whole process counts once. A thread
 * that waits loses its core sooner than one that computes: for a computing thread its processor
 * time counts, not the elapsed time, because taking the core from a thread that wants a processor
 * only makes more threads want one.
 */
final class CoreObservation {
    private static final Logger LOG = LoggerFactory.getLogger(CoreObservation.class);

    /**
     * Observations of a waiting thread that prove a wait. A single one may be a JVM safepoint that
     * is just ending.
     */
    private static final int WAITING_OBSERVATIONS = 2;

    /**
     * Observations after which a step counts as blocked if it waits now and then, whatever calls it
     * has made meanwhile.
     */
    private static final int LONG_STEP_OBSERVATIONS = 2 * Watcher.OBSERVATIONS_PER_THRESHOLD;

    /**
     * Observations after which a step counts as computing, where the processor time of threads is
     * unavailable.
     */
    private static final int COMPUTING_STEP_OBSERVATIONS = 10 * Watcher.OBSERVATIONS_PER_THRESHOLD;

    /** Maximum processor time of a step, in thresholds. */
    private static final int MAX_CPU_THRESHOLDS = 3;

    /**
     * Divisor of a threshold: a step that has used at least the quotient in processor time is
     * itself the reason why it lasts.
     */
    private static final int AT_FAULT_DIVISOR = 4;

    /** Maximum number of frames of a stuck thread that are logged. */
    private static final int STUCK_FRAMES = 100;

    /** Duration of a step after which a core counts as stuck; at least two thresholds, however. */
    private static final long STUCK_NS = 5_000_000_000L;

    /** Attempts, at spinning pace, to find the thread in user code while the core has no owner. */
    private static final int USER_CODE_ATTEMPTS = 200;

    private final Core core;
    private final CoreGroup group;
    private final NestedCalls nested;
    private final WaitSampler waits;
    private final long thresholdNs;
    private final int observationsUntilStuck;

    /** The core's owner at the last observation. */
    private @Nullable CoreOwner lastOwner;

    /** The step of the last observation. */
    private long stepNumber;

    /** How often that step has been observed after the first time. */
    private int stepObservations;

    /** Processor time of the owner thread when that step was observed for the second time. */
    private long stepCpuNs;

    /** {@link Core#busyNs} at the last call of {@link #hasWorked}. */
    private long busyNs;

    /** {@link CoreOwner#ticket} at the last observation. */
    private long ticket;

    /** How often in a row the thread was in the same call. */
    private int callObservations;

    /** How often in a row the thread was waiting in a step or call that may be blocked. */
    private int waitingObservations;

    /**
     * @param group provides fresh threads
     * @param nested receives the calls that block on their callers' stacks
     * @param thresholdNs maximum duration of a step, or of a call
     */
    CoreObservation(Core core, CoreGroup group, NestedCalls nested, long thresholdNs) {
        this.core = core;
        this.group = group;
        this.nested = nested;
        this.waits = new WaitSampler(core);
        this.thresholdNs = thresholdNs;
        this.observationsUntilStuck =
                (int)
                        Math.max(
                                2L * Watcher.OBSERVATIONS_PER_THRESHOLD,
                                Watcher.OBSERVATIONS_PER_THRESHOLD
                                        * STUCK_NS
                                        / Math.max(1, thresholdNs));
    }

    /**
     * Observes the core, and takes the necessary action: asks its step to end, takes the core away
     * from its owner, or reports a stuck core.
     *
     * @param pauseNs the watcher's pause since the previous observation
     * @return whether the core sleeps
     */
    boolean observe(long pauseNs) {
        boolean parked = core.isParked();
        CoreOwner owner = core.ownerIfAny();
        if (owner == null || parked) {
            waits.skip();
        } else {
            waits.sample(owner, owner.ticket(), pauseNs);
        }
        if (owner == null) {
            return parked;
        }
        long currentStep = core.stepNumber();
        if (parked || owner != lastOwner || currentStep != stepNumber) {
            lastOwner = owner;
            stepNumber = currentStep;
            stepObservations = 0;
            waitingObservations = 0;
            callObservations = 0;
            ticket = owner.ticket();
            return parked;
        }
        stepObservations++;
        observeCall(owner);
        if (stepObservations == 1) {
            stepCpuNs = owner.cpuNs();
        } else if (stepObservations >= Watcher.OBSERVATIONS_PER_THRESHOLD) {
            askToHurry(owner);
        }
        if (isCallBlocked() || isStepBlocked() || isStepComputing(owner)) {
            takeAwayFrom(owner);
        }
        if (stepObservations == observationsUntilStuck && core.ownerIfAny() == owner) {
            reportStuckCore(owner);
        }
        return false;
    }

    /**
     * Returns whether the core has had work since the previous call. Calling a spout that emits
     * nothing does not count.
     */
    boolean hasWorked() {
        long before = busyNs;
        busyNs = core.busyNs();
        return busyNs != before;
    }

    private void observeCall(CoreOwner owner) {
        long current = owner.ticket();
        boolean sameCall = current == ticket && CoreOwner.taskletOf(current) != 0;
        ticket = current;
        callObservations = sameCall ? callObservations + 1 : 0;
        boolean maybeBlocked =
                callObservations >= Watcher.OBSERVATIONS_PER_THRESHOLD - 1
                        || stepObservations >= Watcher.OBSERVATIONS_PER_THRESHOLD;
        waitingObservations = maybeBlocked && owner.isWaiting() ? waitingObservations + 1 : 0;
    }

    private void askToHurry(CoreOwner owner) {
        boolean blamed = core.isBlamed(stepNumber) || isAtFault(owner);
        if (core.stepNumber() != stepNumber) {
            return; // the step has ended meanwhile
        }
        if (blamed) {
            core.blame(stepNumber);
        } else {
            core.askToHurry();
        }
    }

    /**
     * Returns whether the owner waits or uses its processor, as opposed to having been without a
     * processor for most of the time.
     */
    private boolean isAtFault(CoreOwner owner) {
        long cpuNs = owner.cpuNs();
        return cpuNs < 0
                || cpuNs - stepCpuNs >= thresholdNs / AT_FAULT_DIVISOR
                || owner.isWaiting();
    }

    private boolean isCallBlocked() {
        return callObservations >= Watcher.OBSERVATIONS_PER_THRESHOLD - 1
                && waitingObservations >= WAITING_OBSERVATIONS;
    }

    private boolean isStepBlocked() {
        return stepObservations >= LONG_STEP_OBSERVATIONS
                && waitingObservations >= WAITING_OBSERVATIONS;
    }

    /** Returns whether a step has used more processor time than a step may. */
    private boolean isStepComputing(CoreOwner owner) {
        if (stepObservations < 2 * Watcher.OBSERVATIONS_PER_THRESHOLD) {
            return false; // the step has just been asked to end
        }
        long cpuNs = owner.cpuNs();
        return cpuNs < 0
                ? stepObservations >= COMPUTING_STEP_OBSERVATIONS
                : cpuNs - stepCpuNs >= MAX_CPU_THRESHOLDS * thresholdNs;
    }

    /**
     * Takes the core away from its owner if that thread is in user code. {@link CoreOwner} explains
     * why this is safe.
     */
    private void takeAwayFrom(CoreOwner owner) {
        boolean isWaiting = waitingObservations >= WAITING_OBSERVATIONS;
        synchronized (core.ownerLock()) {
            if (core.owner() != owner) {
                return; // the owner has handed the core over meanwhile
            }
            core.setOwner(null);
            StackTraceElement[] stack;
            int tasklet;
            List<Tasklet> running;
            CoreThread next;
            try {
                stack = ThreadProbe.stackOf(owner.thread(), 1); // its safepoint orders both threads
                tasklet = awaitUserCode(owner);
                boolean hasEnded = tasklet == 0 || core.stepNumber() != stepNumber;
                running = core.runningTasklets();
                next = hasEnded ? null : group.startReplacement(core);
            } catch (Throwable failure) {
                core.setOwner(owner); // e.g. no memory for another thread: the owner stays
                throw failure;
            }
            if (next == null) {
                core.setOwner(owner); // the next observation tries again, if the step still lasts
                return;
            }
            try {
                core.forgetStack();
                for (Tasklet each : running) {
                    RunQueue.countAsSlow(each);
                    notifyAway(each, owner.thread(), isWaiting && each.number() == tasklet);
                }
                nested.add(owner, running);
            } finally {
                next.takeOver();
            }
            if (LOG.isDebugEnabled()) {
                LOG.debug(
                        "core {}: {} has run for over {} ms, now at {}; the core gets another"
                                + " thread",
                        core.index(),
                        running,
                        thresholdNs / 1_000_000,
                        stack.length == 0 ? "?" : stack[0]);
            }
        }
    }

    private void notifyAway(Tasklet tasklet, Thread thread, boolean offender) {
        try {
            tasklet.onAway(thread, offender);
        } catch (Throwable defect) {
            group.onDefect(core, defect); // else other executors may wait for the tasklet for ever
        }
    }

    /**
     * Returns the number of the tasklet whose code the thread is in, or enters within moments; 0 if
     * none.
     */
    private int awaitUserCode(CoreOwner owner) {
        int tasklet = CoreOwner.taskletOf(owner.ticket());
        for (int i = 0; tasklet == 0 && i < USER_CODE_ATTEMPTS; i++) {
            Thread.onSpinWait();
            tasklet = CoreOwner.taskletOf(owner.ticket());
        }
        return tasklet;
    }

    private void reportStuckCore(CoreOwner owner) {
        StringBuilder where = new StringBuilder();
        for (StackTraceElement frame : ThreadProbe.stackOf(owner.thread(), STUCK_FRAMES)) {
            where.append("\n\tat ").append(frame);
        }
        LOG.warn(
                "core {} is stuck: for over {} s its thread '{}' was not found in user code, so the"
                        + " core can't get another thread and all its executors wait; the thread is"
                        + " at:{}",
                core.index(),
                STUCK_NS / 1_000_000_000,
                owner.thread().getName(),
                where);
    }
}
