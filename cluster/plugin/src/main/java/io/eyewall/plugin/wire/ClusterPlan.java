package io.eyewall.plugin.wire;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The places of executors as the schedule generator plans them and Nimbus applies them.
 *
 * @param number the plan's number; a later plan has a higher one. 0 if no plan was made yet
 * @param madeMs when the plan was made, in milliseconds since 1970
 * @param algorithm the algorithm that computed the plan
 * @param topologies the planned topologies with all their executors; others are not affected
 * @param rebalances the components to give more executors
 */
public record ClusterPlan(
        long number,
        long madeMs,
        String algorithm,
        List<Topology> topologies,
        List<Rebalance> rebalances) {
    /** The format version of plans and views in JSON. */
    static final int VERSION = 2;

    /** The maximum length of a plan's JSON in characters; an executor takes some 20. */
    public static final int MAX_CHARS = 32 << 20;

    private static final int MAX_ENTRIES = 1 << 18; // of each list
    private static final int MAX_NAME_CHARS = 4096;
    private static final int MAX_PORT = 65_535;

    /** The empty plan before the first one. */
    public static final ClusterPlan NONE = new ClusterPlan(0, 0, "none", List.of(), List.of());

    /**
     * The planned executors of a topology.
     *
     * @param id the topology's id
     * @param slots its slots, at most one per node
     */
    public record Topology(String id, List<Slot> slots) {
        public Topology {
            slots = List.copyOf(slots);
            Set<String> nodes = new HashSet<>();
            Set<Integer> tasks = new HashSet<>();
            for (Slot slot : slots) {
                if (!nodes.add(slot.node())) {
                    throw new IllegalArgumentException(
                            "plan of %s: two slots on node %s, expected one"
                                    .formatted(id, slot.node()));
                }
                for (Tasks executor : slot.executors()) {
                    if (!tasks.add(executor.first())) {
                        throw new IllegalArgumentException(
                                "plan of %s: executor %s is in two slots".formatted(id, executor));
                    }
                }
            }
        }
    }

    /**
     * A component to give more executors.
     *
     * @param topology the topology's id
     * @param component the component's id
     * @param executors the new number of executors
     */
    public record Rebalance(String topology, String component, int executors) {}

    /**
     * A worker's slot with its executors.
     *
     * @param node the supervisor's id
     * @param port the slot's port
     * @param executors the executors, at least one
     */
    public record Slot(String node, int port, List<Tasks> executors) {
        public Slot {
            executors = List.copyOf(executors);
            if (executors.isEmpty()) {
                throw new IllegalArgumentException(
                        "plan: slot %s:%d has no executors".formatted(node, port));
            }
        }
    }

    /** An executor, named by its first and last task. */
    public record Tasks(int first, int last) {
        public Tasks {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException(
                        "executor [%d %d]: expected 0 <= first <= last".formatted(first, last));
            }
        }

        static Tasks read(List<Integer> firstAndLast, JsonFields where) {
            if (firstAndLast.size() != 2) {
                throw new JsonFormatException(
                        where.path()
                                + ".tasks: expected the first and the last, found "
                                + firstAndLast);
            }
            return new Tasks(firstAndLast.get(0), firstAndLast.get(1));
        }

        @Override
        public String toString() {
            return "[" + first + " " + last + "]";
        }
    }

    public ClusterPlan {
        topologies = List.copyOf(topologies);
        rebalances = List.copyOf(rebalances);
        Set<String> ids = new HashSet<>();
        for (Topology topology : topologies) {
            if (!ids.add(topology.id())) {
                throw new IllegalArgumentException(
                        "plan " + number + ": topology " + topology.id() + " occurs twice");
            }
        }
    }

    /** Returns a copy with other rebalances. */
    public ClusterPlan withRebalances(List<Rebalance> others) {
        return new ClusterPlan(number, madeMs, algorithm, topologies, others);
    }

    /** Returns a copy with other topologies. */
    public ClusterPlan withTopologies(List<Topology> others) {
        return new ClusterPlan(number, madeMs, algorithm, others, rebalances);
    }

    /** Returns the plan as JSON. */
    public String toJson() {
        JsonText json = new JsonText().open();
        json.name("version").whole(VERSION);
        json.name("number").whole(number);
        json.name("madeMs").whole(madeMs);
        json.name("algorithm").text(algorithm);
        json.name("topologies").openList();
        for (Topology topology : topologies) {
            json.open().name("id").text(topology.id()).name("slots").openList();
            for (Slot slot : topology.slots()) {
                json.open().name("node").text(slot.node()).name("port").whole(slot.port());
                json.name("executors").openList();
                for (Tasks each : slot.executors()) {
                    json.openList().whole(each.first()).whole(each.last()).closeList();
                }
                json.closeList().close();
            }
            json.closeList().close();
        }
        json.closeList().name("rebalances").openList();
        for (Rebalance each : rebalances) {
            json.open().name("topology").text(each.topology());
            json.name("component").text(each.component());
            json.name("executors").whole(each.executors()).close();
        }
        return json.closeList().close().toString();
    }

    /**
     * Parses the output of {@link #toJson}.
     *
     * @throws IllegalArgumentException if the text is invalid; its message says where
     */
    public static ClusterPlan fromJson(String text) {
        JsonFields json = JsonFields.parse(text, "cluster plan", MAX_CHARS);
        json.checkVersion(VERSION);
        return new ClusterPlan(
                json.whole("number", 0, JsonFields.MAX_WHOLE),
                json.whole("madeMs", 0, JsonFields.MAX_WHOLE),
                json.text("algorithm", MAX_NAME_CHARS),
                json.objects("topologies", MAX_ENTRIES, ClusterPlan::readTopology),
                json.objects("rebalances", MAX_ENTRIES, ClusterPlan::readRebalance));
    }

    private static Rebalance readRebalance(JsonFields json) {
        return new Rebalance(
                json.text("topology", MAX_NAME_CHARS),
                json.text("component", MAX_NAME_CHARS),
                json.integer("executors", 1, Integer.MAX_VALUE));
    }

    private static Topology readTopology(JsonFields json) {
        return new Topology(
                json.text("id", MAX_NAME_CHARS),
                json.objects("slots", MAX_ENTRIES, ClusterPlan::readSlot));
    }

    private static Slot readSlot(JsonFields json) {
        return new Slot(
                json.text("node", MAX_NAME_CHARS),
                json.integer("port", 1, MAX_PORT),
                json.integerLists("executors", MAX_ENTRIES, 2, 0, Integer.MAX_VALUE).stream()
                        .map(pair -> Tasks.read(pair, json))
                        .toList());
    }
}
