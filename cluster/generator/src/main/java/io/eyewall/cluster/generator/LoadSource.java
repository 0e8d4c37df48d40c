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
     * Returns averages of these topologies' executors, without those that have not been measured.
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

    /** Returns the reason not to rely on a topology's measurements; empty if there is none. */
    Optional<String> gap(String topologyId);

    /** Returns the reason that measurements would not outlive this process; empty if they would. */
    Optional<String> problem();

    /**
     * Sets the topologies and nodes that the cluster has now. The measurements of all others may be
     * dropped once they have been silent for long.
     */
    void inUse(Set<String> topologyIds, Set<String> nodeIds);
}
