package io.eyewall.benchmarks.placed;

import java.util.ArrayList;
import java.util.List;

/**
 * A spout and the bolts that get its tuples, one stream each; every component starts with one
 * executor.
 *
 * @param spout id of the spout
 * @param spoutUs microseconds of work for each tuple
 * @param bolts ids of the bolts; the stream that each gets has its name
 * @param boltUs microseconds of work for each tuple
 * @param boltTasks of each bolt, which its executors share: it can have as many
 * @param feeds what the spout sends, by the number of the phase
 */
record Chain(
        String spout,
        double spoutUs,
        List<String> bolts,
        double boltUs,
        int boltTasks,
        List<Feed> feeds) {
    /** Bolts of one task. */
    Chain(String spout, double spoutUs, List<String> bolts, double boltUs, List<Feed> feeds) {
        this(spout, spoutUs, bolts, boltUs, 1, feeds);
    }

    Chain {
        bolts = List.copyOf(bolts);
        feeds = List.copyOf(feeds);
        for (Feed feed : feeds) {
            if (feed.shares().size() != bolts.size()) {
                throw new IllegalArgumentException(
                        "spout '" + spout + "': " + bolts.size() + " streams, but shares " + feed);
            }
        }
    }

    /** Ids of all components, the spout's first. */
    List<String> components() {
        List<String> components = new ArrayList<>();
        components.add(spout);
        components.addAll(bolts);
        return components;
    }

    /** Tuples per second in a phase; 0: as many as are taken. */
    double tuplesPerSec(int phase) {
        return feeds.get(phase).load() * 1e6 / (spoutUs + boltUs);
    }
}
