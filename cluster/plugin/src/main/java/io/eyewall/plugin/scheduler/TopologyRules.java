package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterView.Constraints;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.resource.strategies.scheduling.ConstraintSolverConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The placement rules in a topology's configuration. Immutable.
 *
 * @param planned whether plans place the topology; otherwise Storm's own scheduler does
 * @param elastic whether components may get more executors, up to one per task
 * @param pinned the hosts to which components are restricted, by component
 * @param inNetwork components that may run on nodes that are at a switch
 * @param constraints the constraints that the topology declares to Storm's resource-aware scheduler
 */
record TopologyRules(
        boolean planned,
        boolean elastic,
        Map<String, List<String>> pinned,
        List<String> inNetwork,
        Constraints constraints) {
    /**
     * Key in a topology's configuration: {@code false} leaves the topology to Storm's own
     * scheduler.
     */
    static final String PLANNED_KEY = "eyewall.schedule.enabled";

    /** Key in a topology's configuration, the same as the engine's: allows more executors. */
    static final String ELASTIC_KEY = "eyewall.parallelism.auto";

    /** Key in a topology's configuration: a map from components to a host or a list of hosts. */
    static final String PINNED_KEY = "eyewall.pinned";

    /**
     * Key in a topology's configuration: a component, or a list of components, that may run on
     * nodes at switches.
     */
    static final String IN_NETWORK_KEY = "eyewall.in.network";

    private static final Logger LOG = LoggerFactory.getLogger(TopologyRules.class);

    /** A deprecated key of Storm for components to spread; Storm still reads it. */
    private static final String SPREAD_KEY = "topology.spread.components";

    /** A substring of all keys with which components declare memory. */
    private static final String MEMORY_KEY_PART = "heap.memory.mb";

    static TopologyRules of(TopologyDetails topology) {
        Map<String, Object> conf = topology.getConf();
        return new TopologyRules(
                !"false".equals(String.valueOf(conf.get(PLANNED_KEY))),
                "true".equals(String.valueOf(conf.get(ELASTIC_KEY))),
                readPinned(topology.getId(), conf.get(PINNED_KEY)),
                toTexts(conf.get(IN_NETWORK_KEY)),
                readConstraints(topology));
    }

    /**
     * Returns the rules with the hosts' display names in pins, in place of their names in Storm.
     *
     * @param names the host names, by the hosts' names in Storm
     */
    TopologyRules withHostNames(Map<String, String> names) {
        Map<String, List<String>> named = new TreeMap<>();
        pinned.forEach(
                (component, hosts) ->
                        named.put(
                                component,
                                hosts.stream()
                                        .map(host -> names.getOrDefault(host, host))
                                        .toList()));
        return new TopologyRules(planned, elastic, named, inNetwork, constraints);
    }

    private static Map<String, List<String>> readPinned(String id, @Nullable Object value) {
        Map<String, List<String>> pinned = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach(
                    (component, hosts) -> pinned.put(String.valueOf(component), toTexts(hosts)));
        } else if (value != null) {
            LOG.debug(
                    "{}: {} is not a map from components to hosts; it is ignored", id, PINNED_KEY);
        }
        return pinned;
    }

    /** Returns a list's elements, or a single value, as texts. */
    private static List<String> toTexts(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        return value == null ? List.of() : List.of(String.valueOf(value));
    }

    private static Constraints readConstraints(TopologyDetails topology) {
        Map<String, List<String>> incompatible = new HashMap<>();
        Map<String, Integer> mostPerNode = new HashMap<>();
        if (topology.getConf().get(Config.TOPOLOGY_RAS_CONSTRAINTS) != null
                || topology.getConf().get(SPREAD_KEY) != null) {
            try {
                ConstraintSolverConfig declared = new ConstraintSolverConfig(topology);
                declared.getIncompatibleComponentSets()
                        .forEach(
                                (component, others) -> {
                                    if (!others.isEmpty()) {
                                        incompatible.put(
                                                component, others.stream().sorted().toList());
                                    }
                                });
                mostPerNode.putAll(declared.getMaxNodeCoLocationCnts());
            } catch (RuntimeException e) {
                LOG.warn(
                        "{}: {} cannot be read; it is treated as empty",
                        topology.getId(),
                        Config.TOPOLOGY_RAS_CONSTRAINTS,
                        e);
            }
        }
        return new Constraints(declaresMemory(topology.getTopology()), incompatible, mostPerNode);
    }

    /** Returns whether components declare their memory; Storm assumes 128 MB for each otherwise. */
    private static boolean declaresMemory(StormTopology topology) {
        if (topology == null) {
            return false;
        }
        Stream<ComponentCommon> spouts =
                topology.is_set_spouts()
                        ? topology.get_spouts().values().stream().map(s -> s.get_common())
                        : Stream.of();
        Stream<ComponentCommon> bolts =
                topology.is_set_bolts()
                        ? topology.get_bolts().values().stream().map(b -> b.get_common())
                        : Stream.of();
        return Stream.concat(spouts, bolts)
                .anyMatch(
                        common ->
                                common.is_set_json_conf()
                                        && common.get_json_conf().contains(MEMORY_KEY_PART));
    }

    /** Returns whether two components may share a worker. */
    boolean mayShare(String one, String other) {
        return !constraints.incompatible().getOrDefault(one, List.of()).contains(other)
                && !constraints.incompatible().getOrDefault(other, List.of()).contains(one);
    }

    /** Returns whether the pins of a component allow it to run on a host. */
    boolean mayRunOn(String component, String host) {
        List<String> hosts = pinned.get(component);
        return hosts == null || hosts.contains(host);
    }

    /**
     * Returns whether a component may run on a host that is at a switch: if it is declared or
     * pinned to the host.
     */
    boolean mayRunInNetwork(String component, String host) {
        return inNetwork.contains(component)
                || pinned.getOrDefault(component, List.of()).contains(host);
    }

    /** Returns the maximum number of executors of a component on a node. */
    int maxPerNode(String component) {
        return constraints.mostPerNode().getOrDefault(component, Integer.MAX_VALUE);
    }

    /** Returns whether a component may not share a worker with at least one of the others. */
    boolean isIncompatible(String component, Set<String> others) {
        return others.stream().anyMatch(other -> !mayShare(component, other));
    }
}
