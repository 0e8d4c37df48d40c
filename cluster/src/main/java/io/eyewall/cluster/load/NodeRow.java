package io.eyewall.cluster.load;

/** A host's row in the database. */
record NodeRow(String node, String host, double hostCores, int processors, long receivedMs) {}
