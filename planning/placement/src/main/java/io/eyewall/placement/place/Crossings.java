package io.eyewall.placement.place;

import java.util.EnumMap;
import java.util.Map;

/** The price of crossing each level. Immutable. */
public final class Crossings {
    /**
     * Processor time of a tuple between two cores of one NUMA node, at both ends together (decision
     * 33). The engine plans and measures with this value; the model assumes it where nothing was
     * calibrated.
     */
    public static final double BETWEEN_CORES_NS = 2 * 60;

    private final EnumMap<Level, Crossing> byLevel;

    /**
     * Creates the prices.
     *
     * @param byLevel the crossings; {@link Crossing#FREE} where a level is missing
     */
    public Crossings(Map<Level, Crossing> byLevel) {
        this.byLevel = new EnumMap<>(Level.class);
        for (Level level : Level.values()) {
            this.byLevel.put(level, byLevel.getOrDefault(level, Crossing.FREE));
        }
    }

    /**
     * Returns initial values for machines that have not been measured. Each crossing has a price
     * per tuple and per byte, in nanoseconds, and the share of it that is processor time. A direct
     * call is free, a hand-over between cores costs about as much as ten direct calls, and tuples
     * that leave the process are serialized. Only the orders of magnitude matter.
     */
    public static Crossings typical() {
        return new Crossings(
                Map.of(
                        Level.SOCKET, new Crossing(50, 0, 1),
                        Level.PROCESS, new Crossing(80, 0, 1),
                        Level.NODE, new Crossing(3_000, 2, 0.8),
                        Level.RACK, new Crossing(5_000, 4, 0.6),
                        Level.SWITCH, new Crossing(8_000, 8, 0.4)));
    }

    /**
     * Returns the price of handing a tuple over in a Storm cluster. The values are assumptions of
     * the right order of magnitude; their ratios determine the placement.
     *
     * <ul>
     *   <li>Within a worker: an object passes through the receiver's queue; half a microsecond.
     *   <li>Between workers of a node: Kryo at both ends, Netty through loopback: 5 us of processor
     *       time, 2 ns per byte, and as much time again in which the tuple waits for batches and
     *       threads.
     *   <li>Between nodes: the same through a network card and a switch of 1 Gbit/s (8 ns per
     *       byte).
     *   <li>Between racks: twice that path.
     * </ul>
     *
     * <p>T-Storm (section III, figure 2) measured processing times that were 35% longer on five
     * nodes than in one worker, and 67% longer with two workers on each node: crossings between
     * nodes and between processes cost about the same.
     */
    public static Crossings ofStorm() {
        return new Crossings(
                Map.of(
                        Level.PROCESS, new Crossing(500, 0, 1),
                        Level.NODE, new Crossing(10_000, 2, 0.5),
                        Level.RACK, new Crossing(16_000, 8, 0.4),
                        Level.SWITCH, new Crossing(24_000, 16, 0.3)));
    }

    /** Returns the same crossings with the prices of tuples and bytes multiplied by a factor. */
    public Crossings times(double factor) {
        EnumMap<Level, Crossing> scaled = new EnumMap<>(Level.class);
        byLevel.forEach(
                (level, crossing) ->
                        scaled.put(
                                level,
                                new Crossing(
                                        factor * crossing.tupleNs(),
                                        factor * crossing.byteNs(),
                                        crossing.cpuFraction())));
        return new Crossings(scaled);
    }

    /**
     * Returns the price of a tuple for which this is the lowest level that contains both sender and
     * receiver.
     */
    public Crossing at(Level level) {
        return byLevel.getOrDefault(level, Crossing.FREE);
    }
}
