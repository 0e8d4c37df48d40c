package org.apache.storm.daemon.nimbus;

/**
 * Replaces Storm's class of this name, a cache in front of the blob store, so that code compiled
 * against {@code LocalCluster.Builder.withTopoCache} links. Topologies are not stored in a blob
 * store here.
 */
public class TopoCache {}
