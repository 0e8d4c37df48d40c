package io.eyewall.model.simulation.result;

/**
 * The behaviour of a topology in one interval.
 *
 * @param sec the end of the interval, in seconds since the start
 * @param ackedPerSec messages acked per second (without acking: tuples that reached the end)
 * @param failedPerSec messages that failed, per second
 * @param meanMs the average processing time of the acked ones; NaN if there were none
 * @param p99Ms its 99th percentile
 * @param backlog number of messages that wait outside
 */
public record ResultSample(
        double sec,
        double ackedPerSec,
        double failedPerSec,
        double meanMs,
        double p99Ms,
        long backlog) {}
