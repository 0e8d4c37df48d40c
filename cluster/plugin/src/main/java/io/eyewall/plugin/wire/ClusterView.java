package io.eyewall.plugin.wire;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Storm cluster in the view of its Nimbus: the nodes that a plan may use, and the topologies that
 * run there.
 *
 * @param timeMs the time of the view, in milliseconds since 1970
 * @param nodes the supervisors that are alive and not blacklisted
 * @param topologies the topologies that plans place
 * @param moves the moves in progress, and the last withdrawn ones
 */
public record ClusterView(
        long timeMs, List<Node> nodes, List<Topology> topologies, List<Move> moves) {
    /** The maximum length of a view's JSON in characters; an executor takes some 150. */
    public static final int MAX_CHARS = 32 << 20;

    private static final int MAX_ENTRIES = 1 << 18; // of each list or map
    private static final int MAX_NAME_CHARS = 4096;
    private static final int MAX_META_CHARS = 1 << 16;
    private static final int MAX_PORT = 65_535;

    /** Key in a node's metadata: the bandwidth of the node's link in each direction, in Mbit/s. */
    public static final String UPLINK_META = "eyewall.uplink.mbit";

    /**
     * Key in a node's metadata: {@code true} if the node is at a switch and reserved for components
     * that may run there.
     */
    public static final String AT_SWITCH_META = "eyewall.box";

    /**
     * A supervisor.
     *
     * @param id the supervisor's id
     * @param host the host's name
     * @param cores processor time per second, in seconds, as configured
     * @param memoryMb memory in MB, as configured
     * @param ports the ports of slots that are free or used by one of the view's topologies
     * @param meta the scheduler metadata in the supervisor's configuration
     */
    public record Node(
            String id,
            String host,
            double cores,
            double memoryMb,
            List<Integer> ports,
            Map<String, String> meta) {
        public Node {
            ports = List.copyOf(ports);
            meta = Map.copyOf(meta);
        }

        /** Returns whether the node is at a switch. */
        public boolean isAtSwitch() {
            return "true".equals(meta.get(AT_SWITCH_META));
        }
    }

    /**
     * A topology.
     *
     * @param workers the number of workers that the user requested
     * @param elastic whether the user allows components to get more executors
     * @param pinned the hosts to which components are restricted, by component
     * @param inNetwork components that may run on nodes that are at a switch
     * @param constraints the constraints that the topology declares to Storm's resource-aware
     *     scheduler
     */
    public record Topology(
            String id,
            String name,
            int workers,
            boolean elastic,
            List<Executor> executors,
            Map<String, List<String>> pinned,
            List<String> inNetwork,
            Constraints constraints) {
        public Topology {
            executors = List.copyOf(executors);
            pinned = Map.copyOf(pinned);
            inNetwork = List.copyOf(inNetwork);
        }
    }

    /**
     * An executor with its first and last task.
     *
     * @param node the node that the executor runs on; null if it has no place
     * @param port the port of the executor's slot; null if it has no place
     * @param cpuPercent the declared processor time, in percent of a core
     * @param memoryMb the declared memory in MB
     */
    public record Executor(
            String component,
            ClusterPlan.Tasks tasks,
            @Nullable String node,
            @Nullable Integer port,
            double cpuPercent,
            double memoryMb) {}

    /**
     * The constraints that Storm's resource-aware scheduler would obey.
     *
     * @param memory whether the topology declares the memory of its executors, so that plans must
     *     respect it
     * @param incompatible the components that may not share a worker with a component, by component
     * @param mostPerNode the maximum number of executors of a component on a node, by component
     */
    public record Constraints(
            boolean memory,
            Map<String, List<String>> incompatible,
            Map<String, Integer> mostPerNode) {
        /** No constraints. */
        public static final Constraints NONE = new Constraints(false, Map.of(), Map.of());

        public Constraints {
            incompatible = Map.copyOf(incompatible);
            mostPerNode = Map.copyOf(mostPerNode);
        }
    }

    /**
     * A plan's move of a topology that is in progress or was withdrawn.
     *
     * @param topology the topology's id
     * @param plan the number of the plan
     * @param withdrawn why the move was withdrawn; null while it is in progress
     */
    public record Move(String topology, long plan, @Nullable String withdrawn) {}

    public ClusterView {
        nodes = List.copyOf(nodes);
        topologies = List.copyOf(topologies);
        moves = List.copyOf(moves);
    }

    /** Creates a view without moves. */
    public ClusterView(long timeMs, List<Node> nodes, List<Topology> topologies) {
        this(timeMs, nodes, topologies, List.of());
    }

    /** Returns a copy with other moves. */
    public ClusterView withMoves(List<Move> others) {
        return new ClusterView(timeMs, nodes, topologies, others);
    }

    /** Returns the view as JSON. */
    public String toJson() {
        JsonText json = new JsonText().open();
        json.name("version").whole(ClusterPlan.VERSION);
        json.name("timeMs").whole(timeMs);
        json.name("nodes").openList();
        for (Node node : nodes) {
            json.open().name("id").text(node.id()).name("host").text(node.host());
            json.name("cores").number(node.cores()).name("memoryMb").number(node.memoryMb());
            json.name("ports").openList();
            node.ports().forEach(json::whole);
            json.closeList().name("meta").open();
            node.meta().forEach((key, value) -> json.name(key).text(value));
            json.close().close();
        }
        json.closeList().name("topologies").openList();
        topologies.forEach(topology -> writeTopology(topology, json));
        json.closeList().name("moves").openList();
        for (Move move : moves) {
            json.open().name("topology").text(move.topology()).name("plan").whole(move.plan());
            if (move.withdrawn() != null) {
                json.name("withdrawn").text(move.withdrawn());
            }
            json.close();
        }
        return json.closeList().close().toString();
    }

    private static void writeTopology(Topology topology, JsonText json) {
        json.open().name("id").text(topology.id()).name("name").text(topology.name());
        json.name("workers").whole(topology.workers());
        json.name("elastic").bool(topology.elastic());
        json.name("executors").openList();
        for (Executor executor : topology.executors()) {
            json.open().name("component").text(executor.component());
            json.name("tasks").openList();
            json.whole(executor.tasks().first()).whole(executor.tasks().last()).closeList();
            if (executor.node() != null && executor.port() != null) {
                json.name("node").text(executor.node()).name("port").whole(executor.port());
            }
            json.name("cpuPercent").number(executor.cpuPercent());
            json.name("memoryMb").number(executor.memoryMb()).close();
        }
        json.closeList();
        writeTextLists("pinned", topology.pinned(), json);
        json.name("inNetwork").openList();
        topology.inNetwork().forEach(json::text);
        json.closeList();
        json.name("constraints").open();
        json.name("memory").bool(topology.constraints().memory());
        writeTextLists("incompatible", topology.constraints().incompatible(), json);
        json.name("mostPerNode").open();
        topology.constraints()
                .mostPerNode()
                .forEach((component, most) -> json.name(component).whole(most));
        json.close().close().close();
    }

    private static void writeTextLists(
            String name, Map<String, List<String>> lists, JsonText json) {
        json.name(name).open();
        lists.forEach(
                (key, texts) -> {
                    json.name(key).openList();
                    texts.forEach(json::text);
                    json.closeList();
                });
        json.close();
    }

    /**
     * Parses the output of {@link #toJson}.
     *
     * @throws JsonFormatException if the text is invalid; its message says where
     */
    public static ClusterView fromJson(String text) {
        JsonFields json = JsonFields.parse(text, "cluster view", MAX_CHARS);
        json.checkVersion(ClusterPlan.VERSION);
        ClusterView view =
                new ClusterView(
                        json.whole("timeMs", 0, JsonFields.MAX_WHOLE),
                        json.objects("nodes", MAX_ENTRIES, ClusterView::readNode),
                        json.objects("topologies", MAX_ENTRIES, ClusterView::readTopology),
                        json.has("moves")
                                ? json.objects("moves", MAX_ENTRIES, ClusterView::readMove)
                                : List.of());
        view.checkUniqueIds();
        return view;
    }

    private void checkUniqueIds() {
        checkUnique("node", nodes.stream().map(Node::id).toList());
        checkUnique("topology", topologies.stream().map(Topology::id).toList());
        for (Topology topology : topologies) {
            checkUnique(
                    "executor of " + topology.id(),
                    topology.executors().stream().map(e -> e.tasks().toString()).toList());
        }
    }

    private static void checkUnique(String what, List<String> ids) {
        ids.stream()
                .collect(Collectors.groupingBy(id -> id, Collectors.counting()))
                .forEach(
                        (id, count) -> {
                            if (count > 1) {
                                throw new JsonFormatException(
                                        "cluster view: %s %s occurs %d times"
                                                .formatted(what, id, count));
                            }
                        });
    }

    private static Node readNode(JsonFields json) {
        return new Node(
                json.text("id", MAX_NAME_CHARS),
                json.text("host", MAX_NAME_CHARS),
                json.number("cores", 0, Double.MAX_VALUE),
                json.number("memoryMb", 0, Double.MAX_VALUE),
                json.integers("ports", MAX_PORT, 1, MAX_PORT),
                json.texts("meta", MAX_ENTRIES, MAX_META_CHARS));
    }

    private static Move readMove(JsonFields json) {
        return new Move(
                json.text("topology", MAX_NAME_CHARS),
                json.whole("plan", 0, JsonFields.MAX_WHOLE),
                json.has("withdrawn") ? json.text("withdrawn", MAX_META_CHARS) : null);
    }

    private static Topology readTopology(JsonFields json) {
        return new Topology(
                json.text("id", MAX_NAME_CHARS),
                json.text("name", MAX_NAME_CHARS),
                json.integer("workers", 0, Integer.MAX_VALUE),
                json.bool("elastic"),
                json.objects("executors", MAX_ENTRIES, ClusterView::readExecutor),
                json.textLists("pinned", MAX_ENTRIES, MAX_NAME_CHARS),
                json.has("inNetwork")
                        ? json.textList("inNetwork", MAX_ENTRIES, MAX_NAME_CHARS)
                        : List.of(),
                readConstraints(json.object("constraints")));
    }

    private static Constraints readConstraints(JsonFields json) {
        return new Constraints(
                json.bool("memory"),
                json.textLists("incompatible", MAX_ENTRIES, MAX_NAME_CHARS),
                json.integersByName("mostPerNode", MAX_ENTRIES, 1, Integer.MAX_VALUE));
    }

    private static Executor readExecutor(JsonFields json) {
        boolean placed = json.has("node");
        return new Executor(
                json.text("component", MAX_NAME_CHARS),
                ClusterPlan.Tasks.read(json.integers("tasks", 2, 0, Integer.MAX_VALUE), json),
                placed ? json.text("node", MAX_NAME_CHARS) : null,
                placed ? (Integer) json.integer("port", 1, MAX_PORT) : null,
                json.number("cpuPercent", 0, Double.MAX_VALUE),
                json.number("memoryMb", 0, Double.MAX_VALUE));
    }
}
