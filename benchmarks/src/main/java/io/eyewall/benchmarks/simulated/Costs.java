package io.eyewall.benchmarks.simulated;

import java.util.List;

/**
 * The costs of components on this machine, in nanoseconds. Each is a difference of times per
 * message of two small topologies.
 *
 * @param spoutNs cost of a message in the spout, with its emit
 * @param hopNs cost of a tuple in a bolt without work: the direct call and its ack
 * @param unitNs cost of a unit of work
 * @param ackedSpoutNs the same as {@code spoutNs} with tracked messages
 * @param ackedHopNs the same as {@code hopNs} with tracked messages
 * @param crossingNs cost of handing a tuple to another core, at each end
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
     * Cost of a tuple that crosses to another core, at each end (decision 33). It cannot be
     * measured as a difference of times: a core that waits for the other one polls, which counts as
     * work.
     */
    private static final double CROSSING_NS = 60;

    /** Returns the shapes that must be run to measure the costs. */
    static List<Shape> shapes() {
        return List.of(ONE, FOUR, WORK, ONE.ackedToo(), FOUR.ackedToo());
    }

    /** The measured time per message of a shape, in nanoseconds. */
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

    /** Returns at least 0, because noise can make a difference of two large numbers negative. */
    private static double least(double ns) {
        return Math.max(0, ns);
    }
}
