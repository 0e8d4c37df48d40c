package io.eyewall.engine.core;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.locks.LockSupport;

/**
 * Observes every core a few times per threshold and prevents a tasklet from keeping its neighbours
 * waiting. A step that lasts longer than the threshold is asked to end after the current call
 * ({@link Core#isHurried}). If that does not help, because a single call does not end, the core
 * gets a fresh owner thread. The old thread finishes its call; the tasklets on its stack stay with
 * it until then ({@link Tasklet#AWAY}), all others continue at once. Go's scheduler does the same
 * with threads in system calls. There is one watcher thread, which belongs to {@link CoreGroup}.
 *
 * <p>While all cores sleep, the pause between observations doubles each time, up to {@value
 * #MAX_PAUSE_NS} ns, or {@value #MAX_IDLE_PAUSE_NS} ns while nothing happens at all: the watcher
 * may notice a call that has begun meanwhile by so much later.
 */
final class Watcher implements SupervisedThread.Work {
    /** Observations per threshold. */
    static final int OBSERVATIONS_PER_THRESHOLD = 4;

    /** Maximum pause while all cores sleep at each observation, but have work now and then. */
    private static final long MAX_PAUSE_NS = 40_000_000;

    /**
     * Maximum pause while no core has any work. Together with the time it takes to judge a call, it
     * stays below the 100 ms for which an executor may wait for others' calls (decision 49).
     */
    private static final long MAX_IDLE_PAUSE_NS = 80_000_000;

    private final CoreObservation[] observations;
    private final NestedCalls nested = new NestedCalls();
    private final long minPauseNs;
    private long pauseNs;

    Watcher(CoreGroup group, long thresholdNs) {
        this.observations =
                group.cores().stream()
                        .map(core -> new CoreObservation(core, group, nested, thresholdNs))
                        .toArray(CoreObservation[]::new);
        this.minPauseNs = thresholdNs / OBSERVATIONS_PER_THRESHOLD;
        this.pauseNs = minPauseNs;
    }

    /** Pauses, then observes all cores. */
    @Override
    public boolean round() {
        LockSupport.parkNanos(this, pauseNs);
        boolean allParked = true;
        boolean anyWork = false;
        for (CoreObservation observation : observations) {
            allParked &= observation.observe(pauseNs);
            anyWork |= observation.hasWorked();
        }
        nested.check();
        long maxPauseNs = anyWork ? MAX_PAUSE_NS : MAX_IDLE_PAUSE_NS;
        long doubledPauseNs = allParked ? Math.min(2 * pauseNs, maxPauseNs) : 0;
        pauseNs = Math.max(minPauseNs, doubledPauseNs);
        return true;
    }
}
