package io.eyewall.benchmarks.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What a seed draws: a topology, or several that run at once. The same on every machine.
 *
 * @param seed where it comes from
 * @param topologies one or more
 * @param changes what was made simpler since
 */
record Draw(long seed, List<RandomTopology> topologies, List<Change> changes) {
    static final int MOST_TOPOLOGIES = 3;

    /** One seed of so many has several topologies. */
    private static final int SEVERAL = 8;

    /** Seeds of others, far from those that are used. */
    private static final long OTHERS = 1_000_003;

    Draw {
        topologies = List.copyOf(topologies);
        changes = List.copyOf(changes);
    }

    /** Draws. */
    static Draw of(long seed) {
        Random random = new Random((seed + OTHERS) * 0x9E3779B97F4A7C15L);
        random.nextInt(); // the first of near seeds are alike
        int count = random.nextInt(SEVERAL) == 0 ? 2 + random.nextInt(MOST_TOPOLOGIES - 1) : 1;
        List<RandomTopology> topologies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            topologies.add(RandomTopology.of(i == 0 ? seed : seed + i * OTHERS));
        }
        return new Draw(seed, topologies, List.of());
    }

    /**
     * Draws, and makes it simpler.
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

    /** The same with other topologies after one change more. */
    Draw changed(List<RandomTopology> others, Change change) {
        List<Change> all = new ArrayList<>(changes);
        all.add(change);
        return new Draw(seed, others, all);
    }

    /**
     * Messages per second that the spouts of one are to emit; 0: as many as go. Several share the
     * cores evenly.
     */
    double ratePerSecond(int number, int cores) {
        return topologies.get(number).ratePerSecond((double) cores / topologies.size());
    }

    @Override
    public String toString() {
        return topologies.stream().map(RandomTopology::toString).collect(Collectors.joining(" + "));
    }
}
