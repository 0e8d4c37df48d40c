package io.eyewall.benchmarks.tstorm;

/**
 * The measured or predicted behaviour of a topology on a cluster.
 *
 * @param perSec messages acked per second
 * @param meanMs mean processing time
 * @param p99Ms 99th percentile of the processing time
 * @param cores cores that the workers used
 */
record Seen(double perSec, double meanMs, double p99Ms, double cores) {}
