package io.eyewall.benchmarks.random;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The cores of a draw's executors.
 *
 * @param components number of executors on each core, by component in the order of topologies and
 *     parts
 */
record Places(List<List<Integer>> components) {
    Places {
        components = components.stream().map(List::copyOf).toList();
    }

    /**
     * Returns all distinct placements: executors of a component are interchangeable, and so are
     * cores.
     *
     * @return empty if there are more than {@code most}
     */
    static Optional<List<Places>> all(Draw draw, int cores, int most) {
        List<Integer> executors =
                draw.topologies().stream()
                        .flatMap(topology -> topology.parts().stream())
                        .map(Part::executors)
                        .toList();
        return new Listing(executors, cores, most).all();
    }

    /**
     * Enumerates placements: puts one executor after the other on each used core, and on the first
     * unused one.
     */
    private static final class Listing {
        private final List<Integer> executors;
        private final int cores;
        private final int most;
        private final Set<Places> found = new LinkedHashSet<>();
        private final int[][] counts;

        Listing(List<Integer> executors, int cores, int most) {
            this.executors = executors;
            this.cores = cores;
            this.most = most;
            this.counts = new int[executors.size()][cores];
        }

        Optional<List<Places>> all() {
            return add(0, 0, 0, 0) ? Optional.of(List.copyOf(found)) : Optional.empty();
        }

        /**
         * Continues after the executors that have been placed.
         *
         * @param component the component of the next executor
         * @param placed number of placed executors of that component
         * @param first the first core to consider, that of the last placed executor, since
         *     executors are interchangeable
         * @param used number of cores with an executor
         * @return false if there are too many
         */
        private boolean add(int component, int placed, int first, int used) {
            if (component == executors.size()) {
                List<List<Integer>> all = new ArrayList<>();
                for (int[] own : counts) {
                    all.add(Arrays.stream(own).boxed().toList());
                }
                found.add(new Places(all).sorted(cores));
                return found.size() <= most;
            }
            if (placed == executors.get(component)) {
                return add(component + 1, 0, 0, used);
            }
            for (int core = first; core < Math.min(used + 1, cores); core++) {
                counts[component][core]++;
                boolean room = add(component, placed + 1, core, Math.max(used, core + 1));
                counts[component][core]--;
                if (!room) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Returns the placement with cores in canonical order, since they are interchangeable. */
    private Places sorted(int cores) {
        List<Integer> sorted =
                IntStream.range(0, cores).boxed().sorted(this::compareCores).toList();
        return new Places(
                components.stream()
                        .map(counts -> sorted.stream().map(counts::get).toList())
                        .toList());
    }

    /**
     * Compares two cores; the core with more executors of the first component in which they differ
     * comes first.
     */
    private int compareCores(int one, int other) {
        for (List<Integer> counts : components) {
            int difference = Integer.compare(counts.get(other), counts.get(one));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    /** Returns the core of an executor of a component, by number in the order of the parts. */
    int core(int component, int executor) {
        int core = 0;
        int left = executor;
        while (left >= components.get(component).get(core)) {
            left -= components.get(component).get(core);
            core++;
        }
        return core;
    }

    /** Returns the text that {@link #parse} reads: {@code 1,0;2,1}. */
    @Override
    public String toString() {
        return components.stream()
                .map(
                        counts ->
                                counts.stream()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining(";"));
    }

    /** Parses what {@link #toString} returned. */
    static Places parse(String text) {
        List<List<Integer>> components = new ArrayList<>();
        for (String counts : text.split(";", -1)) {
            List<Integer> numbers = new ArrayList<>();
            for (String count : counts.split(",", -1)) {
                numbers.add(Integer.valueOf(count));
            }
            components.add(numbers);
        }
        return new Places(components);
    }
}
