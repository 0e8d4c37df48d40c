package io.eyewall.benchmarks.placed;

import java.util.ArrayList;
import java.util.List;

/**
 * A spout and the bolts that receive its tuples, one stream each; every component starts with one
 * executor.
 *
 * @param spout id of the spout
 * @param spoutUs microseconds of work for each tuple
 * @param bolts ids of the bolts; the stream that each gets has its name
 * @param boltUs microseconds of work for each tuple
 * @param boltTasks tasks of each bolt, which limit the number of its executors
 * @param feeds the spout's output, by the number of the phase
 */
record Chain(
        String spout,
        double spoutUs,
        List<String> bolts,
        double boltUs,
        int boltTasks,
        List<Feed> feeds) {
    /** Creates a chain whose bolts have one task each. */
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

    /** Returns the ids of all components, the spout's first. */
    List<String> components() {
        List<String> components = new ArrayList<>();
        components.add(spout);
        components.addAll(bolts);
        return components;
    }

    /** Returns the tuples per second in a phase; 0 for as many as are accepted. */
    double tuplesPerSec(int phase) {
        return feeds.get(phase).load() * 1e6 / (spoutUs + boltUs);
    }
}
