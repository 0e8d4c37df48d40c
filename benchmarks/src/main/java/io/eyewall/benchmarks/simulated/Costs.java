package io.eyewall.benchmarks.simulated;

import java.util.List;

/**
 * What components cost on this machine, in nanoseconds. Each is a difference of times per message
 * of two small topologies.
 *
 * @param spoutNs of a message, with its emit
 * @param hopNs of a tuple in a bolt without work: the direct call, its acknowledgement
 * @param unitNs of a unit of work
 * @param ackedSpoutNs as {@code spoutNs}, where messages are followed
 * @param ackedHopNs as {@code hopNs}, where messages are followed
 * @param crossingNs of handing a tuple to another core, at each end
 */
record Costs(
        double spoutNs,
        double hopNs,
        double unitNs,
        double ackedSpoutNs,
        double ackedHopNs,
        double crossingNs) {
    private static final int UNITS = 10;

    static final Shape ONE = Shape.of("one hop", 0, 0);
    static final Shape FOUR = Shape.of("four hops", 0, 0, 0, 0, 0);
    static final Shape WORK = Shape.of("work", 0, UNITS);

    /**
     * Of a tuple that goes to another core, at each end (decision 33). Measuring it as a difference
     * takes a core that has nothing else to do: one that waits for the other polls, and that looks
     * like work.
     */
    private static final double CROSSING_NS = 60;

    /** What has to be run for them. */
    static List<Shape> shapes() {
        return List.of(ONE, FOUR, WORK, ONE.ackedToo(), FOUR.ackedToo());
    }

    /** Nanoseconds per message of a shape. */
    interface Times {
        double ns(Shape shape);
    }

    static Costs of(Times times) {
        double hop = (times.ns(FOUR) - times.ns(ONE)) / 3;
        double spout = times.ns(ONE) - hop;
        double unit = (times.ns(WORK) - times.ns(ONE)) / UNITS;
        double ackedHop = (times.ns(FOUR.ackedToo()) - times.ns(ONE.ackedToo())) / 3;
        return new Costs(
                least(spout),
                least(hop),
                least(unit),
                least(times.ns(ONE.ackedToo()) - ackedHop),
                least(ackedHop),
                CROSSING_NS);
    }

    /** Noise can make a difference of two large numbers negative. */
    private static double least(double ns) {
        return Math.max(0, ns);
    }
}
