package io.eyewall.engine.core;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at every core a few times per threshold and sees to it that no tasklet keeps its neighbours
 * waiting. What a core does between two looks at its neighbours is a step. A step that lasts longer
 * than the threshold is asked to end after the call in hand ({@link Core#isHurried}). Where that
 * does not help, because one call does not end, the core goes to a fresh thread. The old thread
 * finishes its call; the tasklets on its stack stay with it until then ({@link Tasklet#AWAY}), all
 * others go on at once. Go's scheduler does the same with threads in system calls. One thread,
 * owned by {@link CoreGroup}.
 *
 * <p>While it finds all cores asleep its looks are twice as far apart each time, up to {@value
 * #LONGEST_PAUSE_NS} ns, or {@value #LONGEST_REST_NS} ns while nothing happens at all: so much
 * later it may find a call that has begun meanwhile.
 */
final class Watcher implements SupervisedThread.Work {
    /** Looks per threshold. */
    static final int LOOKS = 4;

    /** While all cores sleep at each look, but have work now and then. */
    private static final long LONGEST_PAUSE_NS = 40_000_000;

    /**
     * While no core has any work. With what it takes to judge a call it stays below the 100 ms for
     * which an executor may wait for others' calls (decision 49).
     */
    private static final long LONGEST_REST_NS = 80_000_000;

    private final CoreObservation[] watches;
    private final NestedCalls nested = new NestedCalls();
    private final long shortestPauseNs;
    private long pauseNs;

    Watcher(CoreGroup group, long thresholdNs) {
        this.watches =
                group.cores().stream()
                        .map(core -> new CoreObservation(core, group, nested, thresholdNs))
                        .toArray(CoreObservation[]::new);
        this.shortestPauseNs = thresholdNs / LOOKS;
        this.pauseNs = shortestPauseNs;
    }

    /** Pauses, then looks at all cores. */
    @Override
    public boolean round() {
        LockSupport.parkNanos(this, pauseNs);
        boolean allParked = true;
        boolean anyWork = false;
        for (CoreObservation watch : watches) {
            allParked &= watch.look();
            anyWork |= watch.hasWorked();
        }
        nested.look();
        long longestNs = anyWork ? LONGEST_PAUSE_NS : LONGEST_REST_NS;
        long longerNs = allParked ? Math.min(2 * pauseNs, longestNs) : 0;
        pauseNs = Math.max(shortestPauseNs, longerNs);
        return true;
    }
}
