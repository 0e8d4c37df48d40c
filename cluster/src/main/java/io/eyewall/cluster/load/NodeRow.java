package io.eyewall.cluster.load;

/** The row of a host in the database. */
record NodeRow(String node, String host, double hostCores, int processors, long receivedMs) {}
