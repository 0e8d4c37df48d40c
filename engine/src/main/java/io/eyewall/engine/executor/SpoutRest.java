package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;

/**
 * When a spout executor on its core gets its next turn: at once, or when the spout is worth asking
 * again. For the executor's core.
 */
final class SpoutRest {
    private final SpoutExecutor executor;
    private final SpoutWait wait;
    private final SpoutPace pace = new SpoutPace();
    private final Runnable onWake = this::wake;
    private boolean sleeping;
    private int emptyTurns;

    SpoutRest(SpoutExecutor executor, SpoutWait wait) {
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
            long nowNs = core.clock().nanoTime();
            executor.at(nowNs + delayNs(nowNs), onWake);
        }
    }

    private long delayNs(long nowNs) {
        return wait.byPace() ? pace.delayNs(nowNs, wait.delayNs()) : wait.delayNs();
    }

    private void wake() {
        sleeping = false;
        executor.core().makeReady(executor);
    }
}
