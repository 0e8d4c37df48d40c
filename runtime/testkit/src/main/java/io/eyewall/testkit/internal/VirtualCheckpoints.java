package io.eyewall.testkit.internal;

import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.CheckpointSpout;

/**
 * Makes checkpoints follow the engine's clock. Storm's checkpoint spout sleeps in {@code nextTuple}
 * and compares the machine's time with that of the last checkpoint (Storm:
 * spout/CheckpointSpout.java). Here it never sleeps, and a timer of the engine makes the interval
 * appear to have elapsed.
 */
final class VirtualCheckpoints {
    private static final PrivateField<Integer> INTERVAL_MS =
            PrivateField.find(CheckpointSpout.class, "checkpointInterval", Integer.class);
    private static final PrivateField<Integer> SLEEP_MS =
            PrivateField.find(CheckpointSpout.class, "sleepInterval", Integer.class);
    private static final PrivateField<Long> LAST_MS =
            PrivateField.find(CheckpointSpout.class, "lastCheckpointTs", Long.class);

    private VirtualCheckpoints() {}

    /**
     * Makes a spout follow the scheduler's clock; called between {@code open} and the first {@code
     * nextTuple}.
     */
    static void followClock(CheckpointSpout spout, EngineScheduler scheduler) {
        int intervalMs = INTERVAL_MS.get(spout);
        INTERVAL_MS.set(spout, Integer.MAX_VALUE); // never elapses by the machine's time
        SLEEP_MS.set(spout, 0);
        long intervalNs = TimeUnit.MILLISECONDS.toNanos(intervalMs);
        scheduler.schedulePeriodic(
                scheduler.clock().nanoTime() + intervalNs,
                intervalNs,
                () -> LAST_MS.set(spout, 0L)); // 1970: the interval has elapsed at any time
    }
}
