package io.eyewall.model.simulation.result;

/**
 * The cluster in one interval.
 *
 * @param sec the end of the interval, in seconds since the start
 * @param nodes that have workers
 * @param workers in all
 * @param moves executors that changed their place in the interval
 * @param busiest the fullest node's use of its cores, 0 to 1
 * @param cores that were busy, on average
 */
public record ClusterSample(
        double sec, int nodes, int workers, int moves, double busiest, double cores) {}
