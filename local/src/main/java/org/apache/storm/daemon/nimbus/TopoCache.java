package org.apache.storm.daemon.nimbus;

/**
 * Stands in for Storm's class of this name, a cache in front of the blob store, so that code
 * compiled against {@code LocalCluster.Builder.withTopoCache} finds it. Topologies are in no blob
 * store here.
 */
public class TopoCache {}
