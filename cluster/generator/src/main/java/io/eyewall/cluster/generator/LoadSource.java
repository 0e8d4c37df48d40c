package io.eyewall.cluster.generator;

import io.eyewall.placement.load.Snapshot;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The measurements of a cluster's monitors. The generator's thread is the only caller; no method
 * may block.
 */
public interface LoadSource {
    /**
     * Returns the average load and traffic of these topologies' executors; executors that have not
     * been measured are missing.
     */
    Snapshot snapshot(Collection<String> topologyIds);

    /**
     * Returns the processor time per second, in seconds, that all processes of a node use, by node
     * id.
     */
    Map<String, Double> nodeCores();

    /**
     * Returns the processor time per second, in seconds, that worker processes of these topologies
     * use, by node id: executors, and what a worker needs beside them. Nodes where no such worker
     * has reported lately are missing.
     */
    Map<String, Double> workerCores(Collection<String> topologyIds);

    /** Returns why a topology's measurements are not reliable; empty if they are reliable. */
    Optional<String> gap(String topologyId);

    /** Returns why the measurements would not outlive this process; empty if they would. */
    Optional<String> problem();

    /**
     * Sets the topologies and nodes that the cluster has now. The measurements of all others may be
     * dropped once they have been silent for long.
     */
    void inUse(Set<String> topologyIds, Set<String> nodeIds);
}
