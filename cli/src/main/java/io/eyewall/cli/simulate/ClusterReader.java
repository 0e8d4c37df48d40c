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
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SEC = 1e9;

    ClusterSpec read(Section section) throws DescriptionException {
        List<NodeSpec> nodes = new ArrayList<>();
        Section groups = section.section("nodes");
        for (String name : groups.names()) {
            nodes.addAll(readGroup(name, groups.section(name)));
        }
        if (nodes.isEmpty()) {
            throw section.problem(
                    "'cluster' has no 'nodes'; expected groups of nodes, such as node: {count: 10}");
        }
        Map<Level, Transfer> transfers = new EnumMap<>(Level.class);
        Section costs = section.section("transfers");
        for (String level : costs.names()) {
            transfers.put(
                    costs.parseEnum(level, Level.class, level), readTransfer(costs.section(level)));
        }
        Map<Level, Crossing> prices = new EnumMap<>(Level.class);
        Section priceSection = section.section("prices");
        for (String level : priceSection.names()) {
            prices.put(
                    priceSection.parseEnum(level, Level.class, level),
                    readCrossing(priceSection.section(level)));
        }
        ClusterSpec spec =
                new ClusterSpec(
                        nodes,
                        section.enumConstant(
                                "places", ClusterSpec.Places.class, ClusterSpec.Places.SLOTS),
                        section.quantity("rack-uplink", Quantity.BANDWIDTH, UNLIMITED),
                        section.quantity("link-buffer", Quantity.SIZE, 5e6),
                        transfers,
                        prices,
                        section.durationNs("quantum", 10 * NS_PER_MS),
                        section.durationNs("switch", 0),
                        readWorker(section.section("worker")));
        section.rejectUnreadKeys();
        return spec;
    }

    /**
     * Returns the nodes of a group: {@code NAME-1} and so on, or {@code NAME} alone without a
     * count.
     */
    private static List<NodeSpec> readGroup(String name, Section section)
            throws DescriptionException {
        int count = section.wholeNumber("count", 0, 0);
        int racks = section.wholeNumber("racks", 0, 0);
        String rack = section.text("rack", "1");
        boolean box = section.flag("box");
        int slots = section.wholeNumber("slots", box ? 1 : 4, 1);
        int cores = section.wholeNumber("cores", 4, 1);
        double memory = section.quantity("memory", Quantity.SIZE, UNLIMITED);
        double uplink = section.quantity("uplink", Quantity.BANDWIDTH, UNLIMITED);
        section.rejectUnreadKeys();
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

    private static Transfer readTransfer(Section section) throws DescriptionException {
        Transfer transfer =
                new Transfer(
                        section.quantity("send", Quantity.DURATION, 0),
                        section.quantity("receive", Quantity.DURATION, 0),
                        section.quantity("byte", Quantity.DURATION, 0),
                        section.durationNs("delay", 0));
        section.rejectUnreadKeys();
        return transfer;
    }

    private static Crossing readCrossing(Section section) throws DescriptionException {
        Crossing crossing =
                new Crossing(
                        section.quantity("tuple", Quantity.DURATION, 0),
                        section.quantity("byte", Quantity.DURATION, 0),
                        section.number("cpu", 1));
        section.rejectUnreadKeys();
        return crossing;
    }

    private static WorkerSpec readWorker(Section section) throws DescriptionException {
        WorkerSpec defaults = WorkerSpec.PLAIN;
        WorkerSpec spec =
                new WorkerSpec(
                        section.number("overhead", defaults.overheadCores()),
                        section.durationNs("burst", (double) defaults.burstNs()),
                        section.durationNs("start", 10 * NS_PER_SEC),
                        section.durationNs("restart", 3 * NS_PER_SEC),
                        section.quantity("collect", Quantity.SIZE, UNLIMITED),
                        section.durationNs("pause", 0),
                        section.durationNs("pause-per-executor", 0));
        section.rejectUnreadKeys();
        return spec;
    }
}
