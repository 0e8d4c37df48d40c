package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.random.Part.Grouping;
import io.eyewall.benchmarks.random.Part.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A topology that a seed determines: one spout, one to eight bolts, and the rate of messages. A
 * seed determines the same topology on every machine.
 *
 * @param seed the seed
 * @param parts the spout, then the bolts, each after the parts that it subscribes to
 * @param acked whether messages are tracked; at most 500 are pending then
 * @param partOfMost the rate as a fraction of the upper bound for {@code cores} cores; 0 for as
 *     many as possible
 */
record RandomTopology(long seed, List<Part> parts, boolean acked, double partOfMost) {
    /** The largest number of bolts. */
    static final int MAX_BOLTS = 8;

    private static final int MAX_EXECUTORS = 8;
    private static final double MAX_TUPLES = 60;
    private static final double SHORTEST_US = 0.2;
    private static final double LONGEST_US = 500;
    private static final double SHORTEST_WAIT_US = 50;
    private static final double LONGEST_WAIT_US = 50_000;
    private static final double SHORTEST_WINDOW_MS = 2;
    private static final double LONGEST_WINDOW_MS = 50;

    /**
     * Probabilities: of ten topologies, this number are tracked and {@link #AT_A_RATE} have a rate;
     * of a hundred bolts, {@link #OF_A_HUNDRED_WAIT} wait.
     */
    private static final int ACKED = 8;

    private static final int AT_A_RATE = 4;
    private static final int OF_A_HUNDRED_WAIT = 15;

    /** Returns the topology of a seed. */
    static RandomTopology of(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        random.nextInt(); // the first numbers of similar seeds are similar
        List<Part> parts = new ArrayList<>();
        Map<String, Double> emitted = new HashMap<>();
        int spouts = random.nextInt(3) == 0 ? 2 : 1;
        parts.add(new Part("s", spouts, spouts, SHORTEST_US, false, 1, 0, 0, List.of()));
        emitted.put("s", 1.0);
        int bolts = 1 + random.nextInt(MAX_BOLTS);
        double tuples = 0;
        for (int i = 1; i <= bolts; i++) {
            Part drawn = bolt("b" + i, parts, random);
            double got = tuplesFor(drawn, emitted);
            if (tuples + got <= MAX_TUPLES) {
                tuples += got;
                parts.add(drawn);
                emitted.put(drawn.id(), got * drawn.copies());
            }
        }
        boolean acked = random.nextInt(10) < ACKED;
        double partOfMost = random.nextInt(10) < AT_A_RATE ? 0.05 + 0.85 * random.nextDouble() : 0;
        return new RandomTopology(seed, List.copyOf(parts), acked, partOfMost);
    }

    /** Returns the same topology with tracked messages and without a rate. */
    RandomTopology tracked() {
        return new RandomTopology(seed, parts, true, 0);
    }

    /**
     * Returns the same topology with a last bolt that takes tuples in windows, of a length that the
     * seed determines.
     */
    RandomTopology inWindows() {
        Random random = new Random(~seed * 0x9E3779B97F4A7C15L);
        random.nextInt();
        int lengthMs = (int) logUniform(random, SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS);
        List<Part> changed = new ArrayList<>(parts);
        changed.set(parts.size() - 1, parts.get(parts.size() - 1).inWindows(lengthMs));
        return new RandomTopology(seed, List.copyOf(changed), acked, partOfMost);
    }

    /**
     * Returns the same topology with a part replaced; null removes a part, which must have no
     * subscribers.
     */
    RandomTopology with(String id, @Nullable Part replacement) {
        List<Part> changed = new ArrayList<>();
        for (Part part : parts) {
            if (!part.id().equals(id)) {
                changed.add(part);
            } else if (replacement != null) {
                changed.add(replacement);
            }
        }
        return new RandomTopology(seed, List.copyOf(changed), acked, partOfMost);
    }

    private static Part bolt(String id, List<Part> before, Random random) {
        boolean waits = random.nextInt(100) < OF_A_HUNDRED_WAIT;
        double us =
                waits
                        ? logUniform(random, SHORTEST_WAIT_US, LONGEST_WAIT_US)
                        : logUniform(random, SHORTEST_US, LONGEST_US);
        int executors = random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(MAX_EXECUTORS);
        int tasks = random.nextInt(8) == 0 ? executors * 2 : executors;
        double copies = random.nextInt(3) > 0 ? 1 : logUniform(random, 0.1, 5);
        List<Input> inputs = new ArrayList<>();
        int wanted = random.nextInt(5) == 0 ? 2 : 1;
        for (int i = 0; i < wanted; i++) {
            // mostly the last one, so that chains are long
            int back = random.nextInt(3) == 0 ? random.nextInt(before.size()) : 0;
            Part from = before.get(before.size() - 1 - back);
            if (inputs.stream().noneMatch(input -> input.from().equals(from.id()))) {
                inputs.add(new Input(from.id(), grouping(random)));
            }
        }
        int ticks = random.nextInt(10) == 0 ? 1 : 0;
        return new Part(id, executors, tasks, us, waits, copies, ticks, 0, List.copyOf(inputs));
    }

    private static Grouping grouping(Random random) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> Grouping.SHUFFLE;
            case 4, 5 -> Grouping.LOCAL_OR_SHUFFLE;
            case 6, 7 -> Grouping.FIELDS;
            case 8 -> Grouping.PARTIAL_KEY;
            default -> {
                Grouping[] rare = {Grouping.GLOBAL, Grouping.NONE, Grouping.ALL};
                yield rare[random.nextInt(rare.length)];
            }
        };
    }

    private static double logUniform(Random random, double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    private static double tuplesFor(Part part, Map<String, Double> emitted) {
        double tuples = 0;
        for (Input input : part.inputs()) {
            int copies = input.grouping() == Grouping.ALL ? part.tasks() : 1;
            tuples += emitted.getOrDefault(input.from(), 0.0) * copies;
        }
        return tuples;
    }

    /** Returns the tuples per message for each component. */
    private Map<String, Double> tuplesPerMessage() {
        Map<String, Double> emitted = new HashMap<>();
        Map<String, Double> tuples = new HashMap<>();
        for (Part part : parts) {
            double got = part.isSpout() ? 1 : tuplesFor(part, emitted);
            tuples.put(part.id(), got);
            emitted.put(part.id(), got * part.copies());
        }
        return tuples;
    }

    /** Returns whether a part has no subscribers. */
    boolean isLast(Part part) {
        return parts.stream()
                .flatMap(other -> other.inputs().stream())
                .noneMatch(input -> input.from().equals(part.id()));
    }

    /** Returns, by bolt, the tuples that it executes per message. */
    List<Double> boltTuplesPerMessage() {
        Map<String, Double> tuples = tuplesPerMessage();
        return parts.stream()
                .filter(part -> !part.isSpout())
                .map(part -> tuples.getOrDefault(part.id(), 0.0))
                .toList();
    }

    /** Returns the microseconds of computing per message. */
    double workUs() {
        Map<String, Double> tuples = tuplesPerMessage();
        return parts.stream()
                .filter(part -> !part.waits())
                .mapToDouble(part -> tuples.getOrDefault(part.id(), 0.0) * part.microseconds())
                .sum();
    }

    /**
     * Returns an upper bound of messages per second for any system, by cores and by each component.
     */
    double mostPerSecond(double cores) {
        Map<String, Double> tuples = tuplesPerMessage();
        double most = cores * 1e6 / workUs();
        for (Part part : parts) {
            boolean single = part.inputs().stream().anyMatch(i -> i.grouping() == Grouping.GLOBAL);
            double us = tuples.getOrDefault(part.id(), 0.0) * part.microseconds();
            most = Math.min(most, (single ? 1 : part.executors()) * 1e6 / us);
        }
        return most;
    }

    /** Returns the messages per second that its spout emits; 0 for as many as possible. */
    double ratePerSecond(double cores) {
        return partOfMost * mostPerSecond(cores);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s%s: %s",
                acked ? "acked" : "not acked",
                partOfMost == 0 ? "" : String.format(Locale.ROOT, ", %.0f%%", 100 * partOfMost),
                parts.stream().map(Part::toString).collect(Collectors.joining("; ")));
    }
}
