package io.eyewall.cluster.load;

/** What is kept of a host in the database. */
record NodeRow(String node, String host, double hostCores, int processors, long receivedMs) {}
