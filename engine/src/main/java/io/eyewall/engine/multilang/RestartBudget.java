package io.eyewall.engine.multilang;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many children of one task may die within a minute ({@code eyewall.shell.restarts});
 * one death more fails the topology. Any thread may call.
 */
final class RestartBudget {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final int restarts;

    /** Times of the deaths within the last minute. */
    private final ArrayDeque<Long> deathsNs = new ArrayDeque<>();

    RestartBudget(int restarts) {
        this.restarts = restarts;
    }

    /** Counts a death. */
    synchronized void onDeath() {
        deathsNs.add(System.nanoTime());
    }

    /** Returns whether more children died within the last minute than the limit allows. */
    synchronized boolean isSpent() {
        long nowNs = System.nanoTime();
        deathsNs.removeIf(deathNs -> nowNs - deathNs > MINUTE_NS);
        return deathsNs.size() > restarts;
    }

    /** Returns the error that fails the topology when the budget is spent. */
    Throwable failure(String componentId, Throwable lastCause) {
        if (restarts == 0) {
            return lastCause;
        }
        Throwable root = lastCause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new IllegalStateException(
                "child processes of '"
                        + componentId
                        + "' died "
                        + (restarts + 1)
                        + " times within a minute; the last because of: "
                        + root.getMessage(),
                lastCause);
    }
}
