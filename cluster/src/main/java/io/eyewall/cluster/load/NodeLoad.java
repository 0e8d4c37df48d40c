package io.eyewall.cluster.load;

/**
 * The load of a host. All numbers are processor time per second, in seconds.
 *
 * @param host its name, as Storm has it
 * @param hostCores of all that runs on it; an average
 * @param executorCores of the executors that are there, the sum of their averages: T-Storm's load
 *     of a node
 * @param processors how many the host has
 * @param ageMs of the last report from there
 */
public record NodeLoad(
        String host, double hostCores, double executorCores, int processors, long ageMs) {}
