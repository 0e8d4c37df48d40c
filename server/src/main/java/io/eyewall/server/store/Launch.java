package io.eyewall.server.store;

/**
 * The parameters of the process that is to run a topology.
 *
 * @param daemonConf what Storm's daemons would be configured with, as JSON
 * @param logFolder for what the topology prints and logs
 * @param logBytes of one file of it; then it is put aside
 * @param logFiles that are kept put aside
 */
public record Launch(String daemonConf, String logFolder, long logBytes, int logFiles) {}
