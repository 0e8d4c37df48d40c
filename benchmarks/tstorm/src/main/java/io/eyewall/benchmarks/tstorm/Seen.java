package io.eyewall.benchmarks.tstorm;

/**
 * The measured or predicted behaviour of a topology on a cluster.
 *
 * @param perSec messages acked per second
 * @param meanMs average processing time
 * @param p99Ms 99th percentile of the processing time
 * @param cores that its workers used
 */
record Seen(double perSec, double meanMs, double p99Ms, double cores) {}
