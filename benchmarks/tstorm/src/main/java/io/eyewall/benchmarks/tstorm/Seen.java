package io.eyewall.benchmarks.tstorm;

/**
 * What was seen of a topology on a cluster, or is said to be seen.
 *
 * @param perSec messages acked per second
 * @param meanMs average processing time
 * @param p99Ms 99% took no longer
 * @param cores that its workers used
 */
record Seen(double perSec, double meanMs, double p99Ms, double cores) {}
