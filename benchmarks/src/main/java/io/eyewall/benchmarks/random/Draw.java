package io.eyewall.benchmarks.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * The topologies that a seed determines: one, or several that run at once. A seed determines the
 * same topologies on every machine.
 *
 * @param seed the seed
 * @param topologies one or more
 * @param changes simplifications applied since
 */
record Draw(long seed, List<RandomTopology> topologies, List<Change> changes) {
    static final int MAX_TOPOLOGIES = 3;

    /** One of this many seeds has several topologies. */
    private static final int SEVERAL = 8;

    /** Offset to the seeds of additional topologies, far from the seeds in use. */
    private static final long OTHERS = 1_000_003;

    Draw {
        topologies = List.copyOf(topologies);
        changes = List.copyOf(changes);
    }

    /** Returns the draw of a seed. */
    static Draw of(long seed) {
        Random random = new Random((seed + OTHERS) * 0x9E3779B97F4A7C15L);
        random.nextInt(); // the first numbers of similar seeds are similar
        int count = random.nextInt(SEVERAL) == 0 ? 2 + random.nextInt(MAX_TOPOLOGIES - 1) : 1;
        List<RandomTopology> topologies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            topologies.add(RandomTopology.of(i == 0 ? seed : seed + i * OTHERS));
        }
        return new Draw(seed, topologies, List.of());
    }

    /**
     * Returns the draw of a seed, simplified.
     *
     * @throws IllegalArgumentException if a change does not fit
     */
    static Draw of(long seed, List<Change> changes) {
        Draw drawn = of(seed);
        for (Change change : changes) {
            drawn = change.apply(drawn);
        }
        return drawn;
    }

    /** Returns the draw with other topologies and one more change. */
    Draw changed(List<RandomTopology> others, Change change) {
        List<Change> all = new ArrayList<>(changes);
        all.add(change);
        return new Draw(seed, others, all);
    }

    /**
     * Returns the messages per second that a topology's spouts emit; 0 for as many as possible.
     * Several topologies share the cores evenly.
     */
    double ratePerSecond(int number, int cores) {
        return topologies.get(number).ratePerSecond((double) cores / topologies.size());
    }

    @Override
    public String toString() {
        return topologies.stream().map(RandomTopology::toString).collect(Collectors.joining(" + "));
    }
}
