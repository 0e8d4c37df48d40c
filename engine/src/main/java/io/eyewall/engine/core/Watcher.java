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
 * #LONGEST_PAUSE_NS} ns: so much later it may find a call that has begun meanwhile.
 */
final class Watcher implements SupervisedThread.Work {
    /** Looks per threshold. */
    static final int LOOKS = 4;

    /** While all cores sleep it looks less and less often. */
    private static final long LONGEST_PAUSE_NS = 40_000_000;

    private final CoreWatch[] watches;
    private final long shortestPauseNs;
    private long pauseNs;

    Watcher(CoreGroup group, long thresholdNs) {
        this.watches =
                group.cores().stream()
                        .map(core -> new CoreWatch(core, group, thresholdNs))
                        .toArray(CoreWatch[]::new);
        this.shortestPauseNs = thresholdNs / LOOKS;
        this.pauseNs = shortestPauseNs;
    }

    /** Pauses, then looks at all cores. */
    @Override
    public boolean round() {
        LockSupport.parkNanos(this, pauseNs);
        boolean allParked = true;
        for (CoreWatch watch : watches) {
            allParked &= watch.look();
        }
        long longerNs = allParked ? Math.min(2 * pauseNs, LONGEST_PAUSE_NS) : 0;
        pauseNs = Math.max(shortestPauseNs, longerNs);
        return true;
    }
}
