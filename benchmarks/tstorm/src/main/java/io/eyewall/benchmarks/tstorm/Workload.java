package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.tstorm.topology.LogStreamTopology;
import io.eyewall.benchmarks.tstorm.topology.ThroughputTopology;
import io.eyewall.benchmarks.tstorm.topology.WordCountTopology;
import java.util.List;
import java.util.Locale;

/** One of the paper's topologies, with its settings. */
enum Workload {
    THROUGHPUT("Throughput Test", ThroughputTopology.class, 40, "", 0),
    WORDS("Word Count", WordCountTopology.class, 20, "words", 40),
    LOG("Log Stream", LogStreamTopology.class, 20, "log", 100);

    private final String title;
    private final Class<?> topology;
    private final int workers;
    private final String input;
    private final int linesPerSec;

    Workload(String title, Class<?> topology, int workers, String input, int linesPerSec) {
        this.title = title;
        this.topology = topology;
        this.workers = workers;
        this.input = input;
        this.linesPerSec = linesPerSec;
    }

    /** Returns the topology's name in the paper. */
    String title() {
        return title;
    }

    /** Returns the topology's name on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    Class<?> topology() {
        return topology;
    }

    /** Returns the number of workers that Storm uses in the paper. */
    int workers() {
        return workers;
    }

    /** Returns the paper's consolidation factors. */
    List<Double> gammas() {
        return switch (this) {
            case THROUGHPUT -> List.of(1.0, 1.7, 6.0);
            case WORDS -> List.of(1.0, 1.8, 2.2);
            case LOG -> List.of(1.0, 1.7, 2.0);
        };
    }

    /**
     * Returns the kind of the lines that the feeder puts into Redis; empty for a topology that
     * creates its own messages.
     */
    String input() {
        return input;
    }

    /** Returns the number of lines per second. */
    int linesPerSec() {
        return linesPerSec;
    }
}
