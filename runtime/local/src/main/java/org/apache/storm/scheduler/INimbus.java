package org.apache.storm.scheduler;

/**
 * Replaces Storm's interface of this name, which decides where workers may run, so that code
 * compiled against {@code LocalCluster.Builder.withINimbus} links. There are no workers to place
 * here, so it has no methods.
 */
public interface INimbus {}
