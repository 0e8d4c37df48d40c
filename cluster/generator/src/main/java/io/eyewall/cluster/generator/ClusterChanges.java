package io.eyewall.cluster.generator;

import io.eyewall.plugin.wire.ClusterView;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Detects changes of a cluster that call for an evaluation before the period ends. For the
 * generator's thread.
 */
final class ClusterChanges {
    private Set<String> nodes = Set.of();
    private Set<String> measured = Set.of();

    /**
     * Compares the cluster with that of the previous call.
     *
     * @return the reason for an evaluation; empty if there is none
     */
    Optional<String> update(ClusterView view, Situation situation) {
        Set<String> nodesNow =
                view.nodes().stream().map(ClusterView.Node::id).collect(Collectors.toSet());
        Set<String> measuredNow =
                view.topologies().stream()
                        .map(ClusterView.Topology::id)
                        .filter(id -> !situation.leftOut().containsKey(id))
                        .collect(Collectors.toSet());
        boolean nodesChanged = !nodes.isEmpty() && !nodes.equals(nodesNow);
        Set<String> newlyMeasured = new TreeSet<>(measuredNow);
        newlyMeasured.removeAll(measured);
        nodes = nodesNow;
        measured = measuredNow;
        if (nodesChanged) {
            return Optional.of("nodes were added or removed");
        }
        return newlyMeasured.isEmpty()
                ? Optional.empty()
                : Optional.of("measured for the first time: " + newlyMeasured);
    }
}
