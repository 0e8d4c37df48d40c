package io.eyewall.cluster.generator;

import io.eyewall.plugin.wire.ClusterView;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The differences between two views of a cluster. For the generator's thread. */
final class ClusterChanges {
    private Set<String> nodes = Set.of();
    private Set<String> measured = Set.of();

    /**
     * Sees how it is now.
     *
     * @return why it should be looked at, if it should
     */
    Optional<String> seen(ClusterView view, Situation situation) {
        Set<String> nodesNow =
                view.nodes().stream().map(ClusterView.Node::id).collect(Collectors.toSet());
        Set<String> measuredNow =
                view.topologies().stream()
                        .map(ClusterView.Topology::id)
                        .filter(id -> !situation.leftOut().containsKey(id))
                        .collect(Collectors.toSet());
        boolean nodesChanged = !nodes.isEmpty() && !nodes.equals(nodesNow);
        Set<String> fresh = new TreeSet<>(measuredNow);
        fresh.removeAll(measured);
        nodes = nodesNow;
        measured = measuredNow;
        if (nodesChanged) {
            return Optional.of("nodes have come or gone");
        }
        return fresh.isEmpty()
                ? Optional.empty()
                : Optional.of("measured for the first time: " + fresh);
    }
}
