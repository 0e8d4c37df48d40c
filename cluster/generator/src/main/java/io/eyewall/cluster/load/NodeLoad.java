package io.eyewall.cluster.load;

/**
 * The load of a host. Loads are processor time per second, in seconds.
 *
 * @param host the host's name in Storm
 * @param hostCores load of all processes of the host; an average
 * @param executorCores sum of the average loads of the node's executors: T-Storm's load of a node
 * @param processors number of processors
 * @param ageMs age of the last report from the host
 */
public record NodeLoad(
        String host, double hostCores, double executorCores, int processors, long ageMs) {}
