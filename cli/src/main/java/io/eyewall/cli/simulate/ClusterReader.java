package io.eyewall.cli.simulate;

import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.model.simulation.spec.WorkerSpec;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads the machines, links and crossing costs of a description. */
final class ClusterReader {
    private static final double UNLIMITED = Double.POSITIVE_INFINITY;
    private static final double MS = 1e6;
    private static final double SEC = 1e9;

    ClusterSpec read(Section section) throws DescriptionException {
        List<NodeSpec> nodes = new ArrayList<>();
        Section groups = section.section("nodes");
        for (String name : groups.names()) {
            nodes.addAll(group(name, groups.section(name)));
        }
        if (nodes.isEmpty()) {
            throw section.problem(
                    "'cluster' has no 'nodes'; expected groups of nodes, such as node: {count: 10}");
        }
        Map<Level, Transfer> transfers = new EnumMap<>(Level.class);
        Section costs = section.section("transfers");
        for (String level : costs.names()) {
            transfers.put(costs.parse(level, Level.class, level), transfer(costs.section(level)));
        }
        Map<Level, Crossing> prices = new EnumMap<>(Level.class);
        Section priceSection = section.section("prices");
        for (String level : priceSection.names()) {
            prices.put(
                    priceSection.parse(level, Level.class, level),
                    price(priceSection.section(level)));
        }
        ClusterSpec spec =
                new ClusterSpec(
                        nodes,
                        section.word("places", ClusterSpec.Places.class, ClusterSpec.Places.SLOTS),
                        section.quantity("rack-uplink", Quantity.BANDWIDTH, UNLIMITED),
                        section.quantity("link-buffer", Quantity.SIZE, 5e6),
                        transfers,
                        prices,
                        section.durationNs("quantum", 10 * MS),
                        section.durationNs("switch", 0),
                        worker(section.section("worker")));
        section.end();
        return spec;
    }

    /**
     * Returns the nodes of a group: {@code NAME-1} and so on, or {@code NAME} alone without a
     * count.
     */
    private static List<NodeSpec> group(String name, Section section) throws DescriptionException {
        int count = section.whole("count", 0, 0);
        int racks = section.whole("racks", 0, 0);
        String rack = section.text("rack", "1");
        boolean box = section.flag("box");
        int slots = section.whole("slots", box ? 1 : 4, 1);
        int cores = section.whole("cores", 4, 1);
        double memory = section.quantity("memory", Quantity.SIZE, UNLIMITED);
        double uplink = section.quantity("uplink", Quantity.BANDWIDTH, UNLIMITED);
        section.end();
        List<NodeSpec> nodes = new ArrayList<>();
        for (int i = 0; i < Math.max(1, count); i++) {
            nodes.add(
                    new NodeSpec(
                            count == 0 ? name : name + "-" + (i + 1),
                            racks == 0 ? rack : rack + "." + (i % racks + 1),
                            slots,
                            cores,
                            memory,
                            uplink,
                            box));
        }
        return nodes;
    }

    private static Transfer transfer(Section section) throws DescriptionException {
        Transfer transfer =
                new Transfer(
                        section.quantity("send", Quantity.DURATION, 0),
                        section.quantity("receive", Quantity.DURATION, 0),
                        section.quantity("byte", Quantity.DURATION, 0),
                        section.durationNs("delay", 0));
        section.end();
        return transfer;
    }

    private static Crossing price(Section section) throws DescriptionException {
        Crossing price =
                new Crossing(
                        section.quantity("tuple", Quantity.DURATION, 0),
                        section.quantity("byte", Quantity.DURATION, 0),
                        section.number("cpu", 1));
        section.end();
        return price;
    }

    private static WorkerSpec worker(Section section) throws DescriptionException {
        WorkerSpec usual = WorkerSpec.PLAIN;
        WorkerSpec spec =
                new WorkerSpec(
                        section.number("overhead", usual.overheadCores()),
                        section.durationNs("burst", (double) usual.burstNs()),
                        section.durationNs("start", 10 * SEC),
                        section.durationNs("restart", 3 * SEC),
                        section.quantity("collect", Quantity.SIZE, UNLIMITED),
                        section.durationNs("pause", 0),
                        section.durationNs("pause-per-executor", 0));
        section.end();
        return spec;
    }
}
