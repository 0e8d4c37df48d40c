package io.eyewall.benchmarks.random;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.apache.storm.generated.StormTopology;

/**
 * A drawn topology for other benchmarks: its messages are tracked, and have no rate of their own.
 */
public final class DrawnTopology {
    private final RandomTopology drawn;

    private DrawnTopology(RandomTopology drawn) {
        this.drawn = drawn;
    }

    /** What a seed draws. */
    public static DrawnTopology of(long seed) {
        return new DrawnTopology(RandomTopology.of(seed).tracked());
    }

    /** The same, whose last bolt takes tuples in windows. */
    public DrawnTopology inWindows() {
        return new DrawnTopology(drawn.inWindows());
    }

    /** The bolt that takes tuples in windows, if there is one. */
    public Optional<String> window() {
        return drawn.parts().stream().filter(part -> part.windowMs() > 0).map(Part::id).findFirst();
    }

    /** Where it comes from. */
    public long seed() {
        return drawn.seed();
    }

    /** Whether a component waits. */
    public boolean waits() {
        return drawn.parts().stream().anyMatch(Part::waits);
    }

    /** Messages per second, more than which no system could do. */
    public double mostPerSec(int cores) {
        return drawn.mostPerSecond(cores);
    }

    /**
     * Makes the topology.
     *
     * @param roundsPerUs of work
     * @param perSec messages of all spouts, at even intervals; 0 for as many as get through
     */
    public StormTopology build(double roundsPerUs, double perSec) {
        return TopologyMaker.make(drawn, 0, roundsPerUs, perSec);
    }

    /** How long messages took from emit, since the last call; of all that run in this JVM. */
    public static Histogram takeFromEmit() {
        return Board.of(0).takeFromEmit();
    }

    /** How long messages took from when they were due, since the last call. */
    public static Histogram takeFromDue() {
        return Board.of(0).takeFromDue();
    }

    @Override
    public String toString() {
        return drawn.toString();
    }
}
