package io.eyewall.server.store;

/**
 * The parameters of the next process of a topology.
 *
 * @param daemonConf the configuration of Storm's daemons, as JSON
 * @param logFolder folder for the topology's output and log
 * @param logBytes size in bytes at which a log file is rotated
 * @param logFiles number of rotated log files that are kept
 */
public record LaunchParameters(String daemonConf, String logFolder, long logBytes, int logFiles) {}
