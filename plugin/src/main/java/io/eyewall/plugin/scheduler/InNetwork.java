package io.eyewall.plugin.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.jspecify.annotations.Nullable;

/**
 * Nodes in the network, a box beside a switch, take only executors of components that their
 * topology names for it. That is said as pins: whoever is not named has all other hosts as its only
 * ones. Immutable.
 */
final class InNetwork {
    /** In {@code supervisor.scheduler.meta}: {@code true} for such a node. */
    static final String NODE_META = "eyewall.in-network";

    /** In a topology's configuration: component, or list of components, that may run there. */
    static final String COMPONENTS = "eyewall.in-network";

    private final Set<String> boxes;
    private final List<String> others;

    private InNetwork(Set<String> boxes, List<String> others) {
        this.boxes = boxes;
        this.others = others;
    }

    static InNetwork of(Cluster cluster) {
        Set<String> boxes = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        for (SupervisorDetails supervisor : cluster.getSupervisors().values()) {
            boolean box =
                    supervisor.getSchedulerMeta() instanceof Map<?, ?> meta
                            && "true".equals(String.valueOf(meta.get(NODE_META)));
            (box ? boxes : others).add(ViewReader.host(supervisor));
        }
        others.removeAll(boxes);
        return new InNetwork(boxes, List.copyOf(others));
    }

    /**
     * A topology's own pins, which may name such a node, and those that follow from these nodes.
     */
    Map<String, List<String>> pins(TopologyDetails topology, Map<String, List<String>> own) {
        if (boxes.isEmpty()) {
            return own;
        }
        Set<String> named = named(topology.getConf().get(COMPONENTS));
        Map<String, List<String>> pins = new TreeMap<>(own);
        for (String component : Set.copyOf(topology.getExecutorToComponent().values())) {
            if (!named.contains(component)) {
                pins.putIfAbsent(component, others);
            }
        }
        return pins;
    }

    private static Set<String> named(@Nullable Object value) {
        List<Object> all = new ArrayList<>();
        if (value instanceof List<?> list) {
            all.addAll(list);
        } else if (value != null) {
            all.add(value);
        }
        return all.stream().map(String::valueOf).collect(Collectors.toSet());
    }
}
