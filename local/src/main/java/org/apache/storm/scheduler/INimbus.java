package org.apache.storm.scheduler;

/**
 * Stands in for Storm's interface of this name, which decides where workers may run, so that code
 * compiled against {@code LocalCluster.Builder.withINimbus} finds it. There are no workers to place
 * here, so it asks for nothing.
 */
public interface INimbus {}
