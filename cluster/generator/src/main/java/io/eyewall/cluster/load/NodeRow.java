package io.eyewall.cluster.load;

/**
 * A host's row in the database. Immutable.
 *
 * @param node the supervisor's id
 * @param host the host's name
 * @param hostCores average processor time per second of all processes of the host, in seconds
 * @param processors number of processors; 0 if the host is gone
 * @param receivedMs when the last report arrived, in milliseconds since 1970
 */
record NodeRow(String node, String host, double hostCores, int processors, long receivedMs) {}
