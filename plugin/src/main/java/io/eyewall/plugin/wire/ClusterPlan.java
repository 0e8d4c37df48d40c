package io.eyewall.plugin.wire;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The places of executors, as the generator plans and Nimbus applies them.
 *
 * @param number of the plan; a later one has a greater number. 0: none has been made yet
 * @param madeMs when, in milliseconds since 1970
 * @param algorithm how it was found
 * @param topologies all executors of some topologies; of others nothing is said
 * @param rebalances components that are to have more executors
 */
public record ClusterPlan(
        long number,
        long madeMs,
        String algorithm,
        List<Topology> topologies,
        List<Rebalance> rebalances) {
    /** Of plans and views as JSON. */
    static final int VERSION = 2;

    /** Of JSON, in characters: some 20 for each executor. */
    public static final int MOST_CHARS = 32 << 20;

    private static final int MOST = 1 << 18;
    private static final int MOST_NAME_CHARS = 4096;
    private static final int MOST_PORT = 65_535;

    /** None has been made yet. */
    public static final ClusterPlan NONE = new ClusterPlan(0, 0, "none", List.of(), List.of());

    /**
     * A topology's executors.
     *
     * @param slots no two of them on one node
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
     * A component that is to have more executors.
     *
     * @param topology its id
     * @param executors how many
     */
    public record Rebalance(String topology, String component, int executors) {}

    /** A worker: where, and which executors it has. */
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
                        "plan " + number + ": topology " + topology.id() + " twice");
            }
        }
    }

    /** The same places, with other numbers of executors. */
    public ClusterPlan withRebalances(List<Rebalance> others) {
        return new ClusterPlan(number, madeMs, algorithm, topologies, others);
    }

    /** The same for some topologies only. */
    public ClusterPlan withTopologies(List<Topology> some) {
        return new ClusterPlan(number, madeMs, algorithm, some, rebalances);
    }

    /** As it is sent. */
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
     * Reads what {@link #toJson} has written.
     *
     * @throws IllegalArgumentException if it is something else; says where
     */
    public static ClusterPlan fromJson(String text) {
        JsonFields json = JsonFields.parse(text, "cluster plan", MOST_CHARS);
        json.checkVersion(VERSION);
        return new ClusterPlan(
                json.whole("number", 0, JsonFields.MOST_WHOLE),
                json.whole("madeMs", 0, JsonFields.MOST_WHOLE),
                json.text("algorithm", MOST_NAME_CHARS),
                json.objects("topologies", MOST, ClusterPlan::topology),
                json.objects("rebalances", MOST, ClusterPlan::rebalance));
    }

    private static Rebalance rebalance(JsonFields json) {
        return new Rebalance(
                json.text("topology", MOST_NAME_CHARS),
                json.text("component", MOST_NAME_CHARS),
                json.integer("executors", 1, Integer.MAX_VALUE));
    }

    private static Topology topology(JsonFields json) {
        return new Topology(
                json.text("id", MOST_NAME_CHARS), json.objects("slots", MOST, ClusterPlan::slot));
    }

    private static Slot slot(JsonFields json) {
        return new Slot(
                json.text("node", MOST_NAME_CHARS),
                json.integer("port", 1, MOST_PORT),
                json.integerLists("executors", MOST, 2, 0, Integer.MAX_VALUE).stream()
                        .map(pair -> Tasks.read(pair, json))
                        .toList());
    }
}
