package io.eyewall.placement;

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
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Generated placement problems; a seed decides everything. */
public final class Instances {
    private Instances() {}

    /**
     * At most 14 executors of one or two topologies on two to four places: cores, sockets, slots on
     * nodes, racks. Loads, with some traffic between places, fill 40% to 95% of what is allowed;
     * some have limits of memory or bandwidth, a present placement, or a price for open units.
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

    /** The same shape for the same random numbers, whatever the capacity of a place. */
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
     * A topology as they often are: components in a chain with side branches, connected by shuffle
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
     * Topologies of 100 to 400 executors, too large for a node, on racks of nodes of cores, which
     * the load fills to half of what is allowed.
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
}
