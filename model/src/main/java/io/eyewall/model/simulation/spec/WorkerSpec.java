package io.eyewall.model.simulation.spec;

/**
 * What worker processes cost and how they behave.
 *
 * @param overheadCores processor time per second that a worker needs beside its executors: threads
 *     that poll, heartbeats, the compiler
 * @param burstNs how much of it comes at once
 * @param startNs from the order to start one to its being ready
 * @param restartNs until a supervisor notices that one has died
 * @param collectBytes after so many bytes of tuples its garbage is collected; infinite for never
 * @param pauseNs how long such a collection lasts; its worker stands still, on one busy core
 * @param pausePerExecutorNs how much longer for each of its executors
 */
public record WorkerSpec(
        double overheadCores,
        long burstNs,
        long startNs,
        long restartNs,
        double collectBytes,
        long pauseNs,
        long pausePerExecutorNs) {
    /** No overhead, no pauses; up in ten seconds. */
    public static final WorkerSpec PLAIN =
            new WorkerSpec(
                    0, 1_000_000, 10_000_000_000L, 3_000_000_000L, Double.POSITIVE_INFINITY, 0, 0);

    public WorkerSpec {
        Check.notNegative("worker", "overhead", overheadCores);
        Check.positive("worker", "burst", burstNs);
        Check.notNegative("worker", "start", startNs);
        Check.notNegative("worker", "restart", restartNs);
        Check.positive("worker", "collect", collectBytes);
        Check.notNegative("worker", "pause", pauseNs);
        Check.notNegative("worker", "pause-per-executor", pausePerExecutorNs);
    }
}
