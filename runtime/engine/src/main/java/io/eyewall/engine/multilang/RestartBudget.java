package io.eyewall.engine.multilang;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits how many children of one task may die within a minute ({@code eyewall.shell.restarts});
 * one death more fails the topology. Any thread may call.
 */
final class RestartBudget {
    /** Causes that are followed: user code can make a chain of causes that has no end. */
    private static final int MAX_CAUSES = 100;

    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final int maxRestarts;
    private final LongSupplier clockNs;
    private boolean spent;

    /** Times of the deaths within the last minute. */
    private final ArrayDeque<Long> deathsNs = new ArrayDeque<>();

    RestartBudget(int maxRestarts) {
        this(maxRestarts, System::nanoTime);
    }

    RestartBudget(int maxRestarts, LongSupplier clockNs) {
        this.maxRestarts = maxRestarts;
        this.clockNs = clockNs;
    }

    /** Counts a death. */
    synchronized void onDeath() {
        deathsNs.add(clockNs.getAsLong());
    }

    /**
     * Returns whether more children died within a minute than the limit allows. Once true it stays
     * true: the topology fails, and no child may be started while it ends.
     */
    synchronized boolean isSpent() {
        long nowNs = clockNs.getAsLong();
        deathsNs.removeIf(deathNs -> nowNs - deathNs > MINUTE_NS);
        spent |= deathsNs.size() > maxRestarts;
        return spent;
    }

    /** Returns the error that fails the topology when the budget is spent. */
    Throwable failure(String componentId, Throwable lastCause) {
        if (maxRestarts == 0) {
            return lastCause;
        }
        Throwable root = lastCause;
        for (int i = 0; i < MAX_CAUSES && root.getCause() != null; i++) {
            root = root.getCause();
        }
        return new IllegalStateException(
                "child processes of '"
                        + componentId
                        + "' died "
                        + (maxRestarts + 1)
                        + " times within a minute; the last because of: "
                        + root.getMessage(),
                lastCause);
    }
}
