package io.eyewall.placement;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.place.Limits;
import io.eyewall.placement.place.Vertex;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Generates placement problems; the seed determines the result. */
public final class Instances {
    private static final Comparator<ComponentId> BY_NAME =
            Comparator.comparing(ComponentId::topology).thenComparing(ComponentId::component);

    private Instances() {}

    /**
     * Returns a problem with at most 14 executors of one or two topologies on two to four places:
     * cores, sockets, slots on nodes, racks. Loads, with some traffic between places, fill 40% to
     * 95% of the allowed processor time; some problems have limits of memory or bandwidth, a
     * present placement, or a price for open units.
     */
    public static Problem small(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CostTree shape = smallTree(random, 1);
        boolean slots = shape.place(0).level() == Level.PROCESS;
        int topologies = slots || random.nextInt(3) > 0 ? 1 : 2;
        List<ExecutorLoad> loads = new ArrayList<>();
        List<Traffic> traffic = new ArrayList<>();
        for (int t = 0; t < topologies; t++) {
            int most = 14 / topologies;
            addTopology("t" + t, 3 + random.nextInt(most - 2), 6, random, loads, traffic);
        }
        Snapshot snapshot = new Snapshot(loads, traffic);
        double total = loads.stream().mapToDouble(ExecutorLoad::cores).sum();
        double crossing = traffic.stream().mapToDouble(Traffic::tuplesPerSec).sum() * 500e-9;
        double capacity = (total + crossing) / (0.4 + 0.55 * random.nextDouble()) / 0.8;
        double largest = loads.stream().mapToDouble(ExecutorLoad::cores).max().orElse(0) / 0.75;
        int usable = slots ? 2 : shape.placeCount();
        double perPlace = Math.max(largest, capacity / usable);
        CostTree tree = smallTree(new SplittableRandom(seed), perPlace);

        Rules rules = slots ? Rules.cluster() : Rules.machine();
        Weights weights =
                new Weights(
                        0,
                        random.nextInt(3) == 0 ? 1e6 * random.nextInt(1, 100) : 0,
                        slots ? Level.NODE : Level.CORE,
                        new Weights.Migration(1e6 * random.nextInt(0, 500), 0, 0, 60));
        Map<ExecutorId, String> start = new HashMap<>();
        if (random.nextInt(3) == 0) {
            for (ExecutorId executor : snapshot.executorIds()) {
                start.put(executor, tree.place(random.nextInt(tree.placeCount())).id());
            }
        }
        return new Problem(tree, snapshot, rules, weights, start);
    }

    /**
     * Returns a tree whose shape depends on the random numbers only, not on the capacity of a
     * place.
     */
    private static CostTree smallTree(SplittableRandom random, double cores) {
        int places = random.nextInt(2, 5);
        int kind = random.nextInt(4);
        double memory = random.nextInt(4) == 0 ? 1e9 * random.nextInt(4, 14) : Double.MAX_VALUE;
        double bandwidth = random.nextInt(3) == 0 ? 1e6 * random.nextInt(10, 80) : Double.MAX_VALUE;
        Limits place =
                memory == Double.MAX_VALUE
                        ? Limits.cores(cores)
                        : Limits.cores(cores).withMemory(memory);
        Limits link =
                bandwidth == Double.MAX_VALUE ? Limits.NONE : Limits.NONE.withUplink(bandwidth);
        List<Vertex> leaves = new ArrayList<>();
        Level level = kind == 2 ? Level.PROCESS : Level.CORE;
        for (int i = 0; i < places; i++) {
            leaves.add(Vertex.place(level, "place-" + i, place));
        }
        if (kind == 0) {
            return new CostTree(Vertex.of(Level.PROCESS, "process", leaves), Crossings.typical());
        }
        Level middle = kind == 1 ? Level.SOCKET : Level.NODE;
        Level top = kind == 1 ? Level.PROCESS : kind == 2 ? Level.RACK : Level.SWITCH;
        int split = places / 2;
        return new CostTree(
                Vertex.of(
                        top,
                        "root",
                        List.of(
                                Vertex.of(middle, "left", link, leaves.subList(0, split)),
                                Vertex.of(middle, "right", link, leaves.subList(split, places)))),
                Crossings.typical());
    }

    /**
     * Adds a typical topology: components in a chain with side branches, connected by shuffle
     * (even) or fields grouping (skewed), or to one executor.
     */
    static void addTopology(
            String name,
            int executors,
            int mostPerComponent,
            SplittableRandom random,
            List<ExecutorLoad> loads,
            List<Traffic> traffic) {
        List<List<ExecutorId>> components = new ArrayList<>();
        int task = 1;
        while (task <= executors) {
            int size = Math.min(1 + random.nextInt(mostPerComponent), executors - task + 1);
            List<ExecutorId> component = new ArrayList<>();
            for (int i = 0; i < size; i++, task++) {
                component.add(new ExecutorId(name, "c" + components.size(), task, task));
                loads.add(
                        new ExecutorLoad(
                                component.get(i),
                                (5 + random.nextInt(60)) / 1000.0,
                                1e6 * random.nextInt(50, 800)));
            }
            components.add(component);
        }
        double rate = 1000 * random.nextInt(5, 100);
        for (int c = 1; c < components.size(); c++) {
            int from = random.nextInt(3) > 0 ? c - 1 : random.nextInt(c);
            double selectivity = random.nextInt(1, 40) / 10.0;
            connect(
                    components.get(from),
                    components.get(c),
                    rate * selectivity / components.get(from).size(),
                    random,
                    traffic);
        }
    }

    private static void connect(
            List<ExecutorId> senders,
            List<ExecutorId> receivers,
            double tuplesPerSec,
            SplittableRandom random,
            List<Traffic> traffic) {
        boolean even = random.nextInt(3) > 0;
        double[] share = new double[receivers.size()];
        double sum = 0;
        for (int i = 0; i < share.length; i++) {
            share[i] = even ? 1 : random.nextInt(1, 20);
            sum += share[i];
        }
        int bytes = random.nextInt(20, 400);
        for (ExecutorId sender : senders) {
            for (int i = 0; i < share.length; i++) {
                double rate = Math.rint(tuplesPerSec * share[i] / sum);
                traffic.add(new Traffic(sender, receivers.get(i), rate, rate * bytes));
            }
        }
    }

    /**
     * Returns topologies of 100 to 400 executors, too large for a node, on racks of nodes of cores;
     * the load fills half of the allowed processor time.
     */
    public static Problem large(long seed, int executors, int racks, int nodes, int cores) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ExecutorLoad> loads = new ArrayList<>();
        List<Traffic> traffic = new ArrayList<>();
        for (int t = 0; loads.size() < executors; t++) {
            int size = Math.min(100 + random.nextInt(301), executors - loads.size());
            addTopology("t" + t, size, 24, random, loads, traffic);
        }
        double total = loads.stream().mapToDouble(ExecutorLoad::cores).sum();
        double perCore = total / (racks * nodes * cores) / 0.8 / 0.5;
        List<Vertex> rackList = new ArrayList<>();
        for (int r = 0; r < racks; r++) {
            List<Vertex> nodeList = new ArrayList<>();
            for (int n = 0; n < nodes; n++) {
                List<Vertex> coreList = new ArrayList<>();
                for (int c = 0; c < cores; c++) {
                    String id = "rack-" + r + "/node-" + n + "/core-" + c;
                    coreList.add(Vertex.place(Level.CORE, id, Limits.cores(perCore)));
                }
                nodeList.add(Vertex.of(Level.NODE, "rack-" + r + "/node-" + n, coreList));
            }
            rackList.add(Vertex.of(Level.RACK, "rack-" + r, nodeList));
        }
        Map<Level, Crossing> crossings = new HashMap<>();
        crossings.put(Level.NODE, new Crossing(80, 0, 0));
        crossings.put(Level.RACK, new Crossing(5_000, 4, 0));
        crossings.put(Level.SWITCH, new Crossing(8_000, 8, 0));
        return new Problem(
                new CostTree(Vertex.of(Level.SWITCH, "switch", rackList), new Crossings(crossings)),
                new Snapshot(loads, traffic),
                Rules.machine(),
                Weights.trafficOnly(),
                Map.of());
    }

    /**
     * Returns two topologies on two racks of nodes with slots, with an in-network box on each rack,
     * and all rules at once: one slot per topology and node, slots of one topology, T-Storm's
     * gamma, limits by component and node, components that may not share a slot, components that
     * may run in boxes, executors bound to places. The limits are derived from a placement, so that
     * one that keeps them all is known.
     *
     * @param spare processor time that each node or box has left in that placement
     */
    public static Ruled ruled(long seed, double spare) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ExecutorLoad> loads = new ArrayList<>();
        List<Traffic> traffic = new ArrayList<>();
        addTopology("t0", random.nextInt(8, 20), 6, random, loads, traffic);
        addTopology("t1", random.nextInt(8, 20), 6, random, loads, traffic);
        Snapshot snapshot = new Snapshot(loads, traffic);
        List<ExecutorId> executors = snapshot.executorIds();
        int nodesPerRack = random.nextInt(1, 4);
        Set<ComponentId> inNetwork =
                Set.of(new ComponentId("t0", "c1"), new ComponentId("t1", "c1"));
        Map<ExecutorId, String> known = new HashMap<>();
        int next = random.nextInt(2 * nodesPerRack);
        for (ExecutorId executor : executors) {
            int topology = executor.topology().equals("t0") ? 0 : 1;
            if (inNetwork.contains(executor.componentId()) && random.nextInt(2) == 0) {
                known.put(executor, "rack-" + topology + "/box");
            } else {
                String slot = "/slot-" + topology;
                known.put(executor, "rack-" + next % 2 + "/node-" + next / 2 + slot);
                next = (next + 1) % (2 * nodesPerRack);
            }
        }
        Rules rules = rules(executors, known, inNetwork, random);
        Weights weights = Weights.cluster();
        CostTree wide = racks(nodesPerRack, Map.of());
        Layout layout = Layout.atStart(new Problem(wide, snapshot, rules, weights, known));
        Map<String, Limits> limits = new HashMap<>();
        for (int v = 0; v < wide.vertices().size(); v++) {
            double allowed = (1 + spare) * layout.cores(v) / rules.theta();
            limits.put(wide.vertices().get(v).id(), Limits.cores(Math.max(0.1, allowed)));
        }
        return new Ruled(
                new Problem(racks(nodesPerRack, limits), snapshot, rules, weights, Map.of()),
                known);
    }

    /**
     * A problem with a known solution.
     *
     * @param known a placement that keeps all rules and limits
     */
    public record Ruled(Problem problem, Map<ExecutorId, String> known) {}

    private static Rules rules(
            List<ExecutorId> executors,
            Map<ExecutorId, String> known,
            Set<ComponentId> inNetwork,
            SplittableRandom random) {
        Map<ComponentId, Map<String, Integer>> byNode = new TreeMap<>(BY_NAME);
        Map<ComponentId, Set<String>> slots = new TreeMap<>(BY_NAME);
        for (ExecutorId executor : executors) {
            ComponentId component = executor.componentId();
            String slot = known.get(executor);
            byNode.computeIfAbsent(component, c -> new HashMap<>())
                    .merge(slot.replaceFirst("/slot-.", ""), 1, Integer::sum);
            slots.computeIfAbsent(component, c -> new HashSet<>()).add(slot);
        }
        Map<ComponentId, Integer> mostPerNode = new HashMap<>();
        byNode.forEach(
                (component, counts) -> {
                    if (random.nextInt(2) == 0) {
                        mostPerNode.put(component, Collections.max(counts.values()));
                    }
                });
        List<Rules.Incompatible> incompatible = new ArrayList<>();
        slots.forEach(
                (one, places) ->
                        slots.forEach(
                                (other, others) -> {
                                    if (BY_NAME.compare(one, other) < 0
                                            && Collections.disjoint(places, others)) {
                                        incompatible.add(new Rules.Incompatible(one, other));
                                    }
                                }));
        ExecutorId bound = executors.get(random.nextInt(executors.size()));
        double gamma = random.nextInt(2, 5) / 2.0;
        return Rules.cluster()
                .withGamma(gamma)
                .withComponentRules(mostPerNode, incompatible)
                .withAllowedPlaces(Map.of(bound, Set.of(known.get(bound))))
                .withInNetwork(inNetwork);
    }

    private static CostTree racks(int nodesPerRack, Map<String, Limits> limits) {
        Limits wide = Limits.cores(1000);
        List<Vertex> racks = new ArrayList<>();
        for (int r = 0; r < 2; r++) {
            List<Vertex> hosts = new ArrayList<>();
            for (int n = 0; n < nodesPerRack; n++) {
                String id = "rack-" + r + "/node-" + n;
                List<Vertex> slots = new ArrayList<>();
                for (int s = 0; s < 2; s++) {
                    slots.add(Vertex.place(Level.PROCESS, id + "/slot-" + s, Limits.NONE));
                }
                hosts.add(Vertex.of(Level.NODE, id, limits.getOrDefault(id, wide), slots));
            }
            String box = "rack-" + r + "/box";
            hosts.add(Vertex.box(box, limits.getOrDefault(box, wide)));
            racks.add(Vertex.of(Level.RACK, "rack-" + r, hosts));
        }
        return new CostTree(Vertex.of(Level.SWITCH, "switch", racks), Crossings.typical());
    }
}
