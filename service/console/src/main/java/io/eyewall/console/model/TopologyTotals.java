package io.eyewall.console.model;

/**
 * The totals of a topology.
 *
 * @param status the topology's status
 * @param health its health in a word, with the component that it waits for and the reason
 * @param level the level of the health: good, off, warning or bad
 * @param why the measurements behind the health
 * @param restarts the number of crashes of its worker processes
 * @param lastCrashMs the time of the last crash in milliseconds since 1970; 0 for none
 * @param lastCrash a description of the last crash
 * @param uptimeSecs seconds since its submission
 * @param perSec acked messages per second; without acking, tuples per second that spouts emit
 * @param acking whether messages are acked
 * @param acked messages acked since the start; after a restart of its process, since the console
 *     started
 * @param failed messages failed in the same time, timeouts included
 * @param pending messages without a completion
 * @param queued tuples in mailboxes
 * @param errors the number of errors reported since the start
 * @param executors the number of executors
 * @param moves the number of moves of executors to other cores
 * @param p50Ns the median latency from emit to ack in the last second; 0 if nothing was acked
 * @param p99Ns the 99th percentile of that latency
 * @param p99AllNs the 99th percentile since the start
 */
public record TopologyTotals(
        String status,
        String health,
        String level,
        String why,
        int restarts,
        long lastCrashMs,
        String lastCrash,
        int uptimeSecs,
        double perSec,
        boolean acking,
        long acked,
        long failed,
        long pending,
        long queued,
        long errors,
        int executors,
        int moves,
        long p50Ns,
        long p99Ns,
        long p99AllNs) {
    /** Returns a copy with other counts. */
    TopologyTotals with(long allAcked, long allFailed) {
        return new TopologyTotals(
                status,
                health,
                level,
                why,
                restarts,
                lastCrashMs,
                lastCrash,
                uptimeSecs,
                perSec,
                acking,
                allAcked,
                allFailed,
                pending,
                queued,
                errors,
                executors,
                moves,
                p50Ns,
                p99Ns,
                p99AllNs);
    }
}
