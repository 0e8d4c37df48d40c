package io.eyewall.cluster.generator;

import io.eyewall.placement.load.Snapshot;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The measurements of monitors. Called by the generator's thread only; must not wait. */
public interface LoadSource {
    /** Averages of these topologies' executors; those that have not been measured are missing. */
    Snapshot snapshot(Collection<String> topologyIds);

    /** Processor time per second, in seconds, that all on a node use, by the node's id. */
    Map<String, Double> nodeCores();

    /**
     * The same of the processes of these topologies' workers: executors, and what a worker needs
     * beside them. Nodes are missing where none of them has reported lately.
     */
    Map<String, Double> workerCores(Collection<String> topologyIds);

    /** Returns the reason not to rely on a topology's measurements; empty if there is none. */
    Optional<String> gap(String topologyId);

    /** Returns the reason that measurements would not outlive this process; empty if they would. */
    Optional<String> problem();

    /**
     * Sets the topologies and nodes that the cluster has now: those of others that have been silent
     * for long are forgotten.
     */
    void inUse(Set<String> topologyIds, Set<String> nodeIds);
}
