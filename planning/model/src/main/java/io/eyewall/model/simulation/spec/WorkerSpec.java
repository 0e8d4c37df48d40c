package io.eyewall.model.simulation.spec;

/**
 * The costs and behaviour of worker processes.
 *
 * @param overheadCores processor time per second that a worker needs in addition to its executors:
 *     threads that poll, heartbeats, the compiler
 * @param burstNs duration of one burst of this overhead
 * @param startNs time from the order to start a worker until it is ready
 * @param restartNs time until a supervisor notices that a worker has died
 * @param collectBytes bytes of emitted and received tuples after which a worker collects garbage;
 *     infinite for never
 * @param pauseNs duration of a collection, during which the worker's executors stand still and one
 *     core is busy
 * @param pausePerExecutorNs additional duration for each executor of the worker
 */
public record WorkerSpec(
        double overheadCores,
        long burstNs,
        long startNs,
        long restartNs,
        double collectBytes,
        long pauseNs,
        long pausePerExecutorNs) {
    /** A worker without overhead or pauses, which is ready ten seconds after the order to start. */
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
