package io.eyewall.model.stepping;

/**
 * What came of it.
 *
 * @param messages how many it is of
 * @param perSec messages per second
 * @param meanNs mean time from a spout's emit to the end of the tuple tree
 * @param p99Ns its 99th percentile
 * @param busyCores processor time of cores in steps that found something to do, in cores
 * @param wakesPerSec how often a sleeping core was woken by another
 * @param keptUp whether what was offered got through
 */
public record Behaviour(
        int messages,
        double perSec,
        double meanNs,
        double p99Ns,
        double busyCores,
        double wakesPerSec,
        boolean keptUp) {}
