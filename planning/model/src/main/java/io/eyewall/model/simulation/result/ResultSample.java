package io.eyewall.model.simulation.result;

/**
 * The behaviour of a topology in one interval.
 *
 * @param sec the end of the interval, in seconds since the start
 * @param ackedPerSec messages acked per second (without acking: tuples processed by bolts that emit
 *     nothing)
 * @param failedPerSec messages that failed, per second
 * @param meanMs mean latency of the acked messages, in milliseconds; NaN if there were none
 * @param p99Ms 99th percentile of this latency
 * @param backlog number of messages that wait at the spouts' sources at the end of the interval
 */
public record ResultSample(
        double sec,
        double ackedPerSec,
        double failedPerSec,
        double meanMs,
        double p99Ms,
        long backlog) {}
