package io.eyewall.cluster.generator;

import io.eyewall.placement.load.Snapshot;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What monitors have measured. Called by the generator's thread only; must not wait. */
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

    /** Why what was measured of a topology can't be relied on; empty if it can. */
    Optional<String> gap(String topologyId);

    /** Why what is measured would not outlive this process; empty if it would. */
    Optional<String> problem();

    /** What the cluster has now: of others that have been silent for long nothing more is asked. */
    void inUse(Set<String> topologyIds, Set<String> nodeIds);
}
