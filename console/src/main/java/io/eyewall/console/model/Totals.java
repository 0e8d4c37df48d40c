package io.eyewall.console.model;

/**
 * A topology in one line.
 *
 * @param status where it is in its life
 * @param health how it is, in a word; whom it waits for, and why
 * @param level of that word: good, off, warning, bad
 * @param why what health is concluded from
 * @param restarts processes of it that ended unasked
 * @param lastCrashMs when the last one did, in milliseconds since 1970; 0: none has
 * @param lastCrash what is known of that
 * @param uptimeSecs since its submission
 * @param perSec messages of spouts that were acked, or where nothing is acked tuples of spouts
 * @param acking whether messages are acked
 * @param acked since the start, or since somebody looks if its process was started anew
 * @param failed likewise, timeouts included
 * @param pending messages that are neither
 * @param queued tuples that wait for executors
 * @param errors reported since the start
 * @param executors how many there are
 * @param moves how often executors were moved to other cores
 * @param p50Ns median of the latency from emit to ack, within the last second; 0 if nothing was
 *     acked
 * @param p99Ns 99 % were faster
 * @param p99AllNs the same since the start
 */
public record Totals(
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
    /** The same with other counts. */
    Totals with(long allAcked, long allFailed) {
        return new Totals(
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
