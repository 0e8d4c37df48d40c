package io.eyewall.engine.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The processors that a process may use, and the distances between their memories. If files are
 * missing, the machine is assumed to have one socket, one node, and a physical core per processor.
 * Read once; immutable.
 */
final class ProcessorMap {
    private static final double LOCAL_DISTANCE = 10; // by ACPI's definition

    private final List<Processor> processors = new ArrayList<>();

    /** Per node: the distances to all nodes, in the order of {@link #nodeNumbers}. */
    private final Map<Integer, double[]> distances = new HashMap<>();

    /** The numbers of the nodes that are online, ascending; some numbers may be missing. */
    private final List<Integer> nodeNumbers = new ArrayList<>();

    /**
     * Reads the processors.
     *
     * @param sys Linux's {@code /sys}
     * @param allowed the processors that may be used, in Linux's list format
     * @throws IOException if existing files can't be read
     */
    ProcessorMap(Path sys, String allowed) throws IOException {
        Map<Integer, Integer> nodes = readNodes(sys.resolve("devices/system/node"));
        for (int number : ProcessorList.parse(allowed)) {
            Path topology = sys.resolve("devices/system/cpu/cpu" + number + "/topology");
            processors.add(
                    new Processor(
                            number,
                            readInt(topology.resolve("physical_package_id"), 0),
                            readInt(topology.resolve("core_id"), number),
                            nodes.getOrDefault(number, 0)));
        }
    }

    private Map<Integer, Integer> readNodes(Path folder) throws IOException {
        Map<Integer, Integer> nodeOf = new HashMap<>();
        if (!Files.isDirectory(folder)) {
            return nodeOf;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = entry.getFileName().toString();
                if (!name.matches("node[0-9]+")) {
                    continue;
                }
                int node = Integer.parseInt(name.substring("node".length()));
                nodeNumbers.add(node);
                for (int number : ProcessorList.parse(Files.readString(entry.resolve("cpulist")))) {
                    nodeOf.put(number, node);
                }
                Path distanceFile = entry.resolve("distance");
                if (Files.exists(distanceFile)) {
                    distances.put(
                            node,
                            Arrays.stream(Files.readString(distanceFile).strip().split("\\s+", -1))
                                    .mapToDouble(Double::parseDouble)
                                    .toArray());
                }
            }
        }
        Collections.sort(nodeNumbers);
        return nodeOf;
    }

    private static int readInt(Path file, int defaultValue) throws IOException {
        return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : defaultValue;
    }

    /** Returns how much farther another node's memory is than the node's own; 1 if unknown. */
    double distance(int from, int to) {
        double[] row = distances.get(from);
        int column = nodeNumbers.indexOf(to);
        return from == to || row == null || column < 0 || column >= row.length
                ? 1
                : row[column] / LOCAL_DISTANCE;
    }

    /**
     * Chooses processors for core threads: one of each physical core first, and among these the
     * ones nearest to the node with most processors.
     *
     * @return none if there are fewer than {@code count}
     */
    List<Processor> choose(int count) {
        int home = largestNode();
        List<Processor> sorted = new ArrayList<>(processors);
        sorted.sort(
                Comparator.comparingInt(this::siblingsBefore)
                        .thenComparingDouble(
                                (Processor processor) -> distance(home, processor.node()))
                        .thenComparingInt(processor -> processor.node() == home ? 0 : 1)
                        .thenComparingInt(Processor::node)
                        .thenComparingInt(Processor::number));
        return count <= sorted.size() ? sorted.subList(0, count) : List.of();
    }

    /**
     * Returns the node with most processors; the one with the smallest number if there are several.
     */
    private int largestNode() {
        Map<Integer, Integer> sizes = new HashMap<>();
        processors.forEach(processor -> sizes.merge(processor.node(), 1, Integer::sum));
        return sizes.entrySet().stream()
                .min(
                        Map.Entry.<Integer, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(0);
    }

    /** Returns how many processors of the same physical core have a smaller number. */
    private int siblingsBefore(Processor processor) {
        return (int)
                processors.stream()
                        .filter(
                                other ->
                                        other.socket() == processor.socket()
                                                && other.core() == processor.core()
                                                && other.number() < processor.number())
                        .count();
    }
}
