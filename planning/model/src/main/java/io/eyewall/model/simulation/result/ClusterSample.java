package io.eyewall.model.simulation.result;

/**
 * The state of the cluster in one interval.
 *
 * @param sec the end of the interval, in seconds since the start
 * @param nodes number of nodes with workers
 * @param workers number of workers
 * @param moves number of executors that changed their place in the interval
 * @param busiest the highest share of a node's cores that was occupied, 0 to 1
 * @param cores number of occupied cores, on average
 */
public record ClusterSample(
        double sec, int nodes, int workers, int moves, double busiest, double cores) {}
