package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.IdleTimers;

/**
 * When a spout executor on its core gets its next turn: at once, or when the spout is worth asking
 * again. For the executor's core.
 */
final class SpoutBackoff {
    private final SpoutExecutor executor;
    private final SpoutWait wait;
    private final EmitIntervalEstimator pace = new EmitIntervalEstimator();
    private final Runnable onWake = this::wake;
    private boolean sleeping;
    private int emptyTurns;

    SpoutBackoff(SpoutExecutor executor, SpoutWait wait) {
        this.executor = executor;
        this.wait = wait;
    }

    /**
     * A turn emitted something.
     *
     * @param rounds of calls that did
     */
    void onEmit(int rounds) {
        pace.onEmit(executor.core().nowNs(), rounds);
    }

    /** What keeps it from another turn ends by itself, and makes it ready then. */
    void waitForOthers() {
        emptyTurns = 0;
    }

    /** There is more to do. */
    void goOn() {
        emptyTurns = 0;
        executor.core().makeReady(executor);
    }

    /** The last call of nextTuple emitted nothing. */
    void afterNothing() {
        Core core = executor.core();
        if (emptyTurns < wait.eagerCalls()) {
            emptyTurns++;
            core.makeReady(executor);
        } else if (!sleeping) {
            sleeping = true;
            IdleTimers rests = core.rests();
            long nowNs = rests.nowNs();
            executor.restUntil(nowNs + delayNs(rests, nowNs), onWake);
        }
    }

    /** The pace is measured by the engine's clock, so it says nothing where rests have another. */
    private long delayNs(IdleTimers rests, long nowNs) {
        boolean byPace = wait.byPace() && !rests.passInRealTime();
        return byPace ? pace.delayNs(nowNs, wait.delayNs()) : wait.delayNs();
    }

    private void wake() {
        sleeping = false;
        executor.core().makeReady(executor);
    }
}
