package io.eyewall.testkit.internal;

import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.CheckpointSpout;

/**
 * Makes checkpoints follow the engine's clock. Storm's spout of checkpoints sleeps in {@code
 * nextTuple} and compares the machine's time with that of the last checkpoint (Storm:
 * spout/CheckpointSpout.java); here it never sleeps, and the time is up whenever a timer says so.
 */
final class VirtualCheckpoints {
    private static final PrivateField<Integer> INTERVAL_MS =
            PrivateField.of(CheckpointSpout.class, "checkpointInterval", Integer.class);
    private static final PrivateField<Integer> SLEEP_MS =
            PrivateField.of(CheckpointSpout.class, "sleepInterval", Integer.class);
    private static final PrivateField<Long> LAST_MS =
            PrivateField.of(CheckpointSpout.class, "lastCheckpointTs", Long.class);

    private VirtualCheckpoints() {}

    /** After {@code open}, before the first {@code nextTuple}. */
    static void takeOver(CheckpointSpout spout, EngineScheduler scheduler) {
        int intervalMs = INTERVAL_MS.get(spout);
        INTERVAL_MS.set(spout, Integer.MAX_VALUE); // never elapses by the machine's time
        SLEEP_MS.set(spout, 0);
        long intervalNs = TimeUnit.MILLISECONDS.toNanos(intervalMs);
        scheduler.every(
                scheduler.clock().nanoTime() + intervalNs,
                intervalNs,
                () -> LAST_MS.set(spout, 0L)); // 1970: elapsed, whatever the time is
    }
}
