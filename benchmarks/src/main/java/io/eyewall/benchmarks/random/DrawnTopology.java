package io.eyewall.benchmarks.random;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.apache.storm.generated.StormTopology;

/** A drawn topology for other benchmarks. Its messages are tracked and have no prescribed rate. */
public final class DrawnTopology {
    private final RandomTopology drawn;

    private DrawnTopology(RandomTopology drawn) {
        this.drawn = drawn;
    }

    /** Returns the topology of a seed. */
    public static DrawnTopology of(long seed) {
        return new DrawnTopology(RandomTopology.of(seed).tracked());
    }

    /** Returns the same topology with a last bolt that takes tuples in windows. */
    public DrawnTopology inWindows() {
        return new DrawnTopology(drawn.inWindows());
    }

    /** Returns the bolt that takes tuples in windows, if there is one. */
    public Optional<String> window() {
        return drawn.parts().stream().filter(part -> part.windowMs() > 0).map(Part::id).findFirst();
    }

    /** Returns the seed. */
    public long seed() {
        return drawn.seed();
    }

    /** Returns whether a component waits. */
    public boolean waits() {
        return drawn.parts().stream().anyMatch(Part::waits);
    }

    /** Returns an upper bound of messages per second for any system. */
    public double maxPerSec(int cores) {
        return drawn.mostPerSecond(cores);
    }

    /**
     * Builds the topology.
     *
     * @param roundsPerUs rounds of work per microsecond
     * @param perSec messages per second of all spouts, at even intervals; 0 for as many as possible
     */
    public StormTopology build(double roundsPerUs, double perSec) {
        return TopologyMaker.make(drawn, 0, roundsPerUs, perSec);
    }

    /** Returns the latencies from emit since the last call, of all such topologies in this JVM. */
    public static Histogram takeFromEmit() {
        return Board.of(0).takeFromEmit();
    }

    /** Returns the latencies from the due time since the last call. */
    public static Histogram takeFromDue() {
        return Board.of(0).takeFromDue();
    }

    @Override
    public String toString() {
        return drawn.toString();
    }
}
