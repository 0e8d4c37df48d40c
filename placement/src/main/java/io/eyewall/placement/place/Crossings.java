package io.eyewall.placement.place;

import java.util.EnumMap;
import java.util.Map;

/** The crossing at each level. Immutable. */
public final class Crossings {
    /**
     * Processor time of a tuple between two cores of one NUMA node, at both ends together (decision
     * 33): what the engine plans and measures with, and what the model assumes where nothing was
     * calibrated.
     */
    public static final double BETWEEN_CORES_NS = 2 * 60;

    private final EnumMap<Level, Crossing> byLevel;

    /**
     * @param byLevel the crossings; {@link Crossing#FREE} where a level is missing
     */
    public Crossings(Map<Level, Crossing> byLevel) {
        this.byLevel = new EnumMap<>(Level.class);
        for (Level level : Level.values()) {
            this.byLevel.put(level, byLevel.getOrDefault(level, Crossing.FREE));
        }
    }

    /**
     * Values to start with where nothing was measured: a direct call is free, a hand-over between
     * cores costs some ten of them, and whatever leaves the process is serialised. The orders of
     * magnitude matter, the digits don't.
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
     * What it costs a Storm cluster to hand a tuple over. These are assumptions, of the right order
     * of magnitude: the ratios decide, not the digits.
     *
     * <ul>
     *   <li>Within a worker: into the receiver's queue and out of it, an object; half a
     *       microsecond.
     *   <li>Between workers of a node: Kryo at both ends, Netty through loopback: 5 us of processor
     *       time, 2 ns per byte, and as much waiting again for batches and threads.
     *   <li>Between nodes: the same through a network card and a switch of 1 Gbit/s (8 ns per
     *       byte).
     *   <li>Between racks: twice that way.
     * </ul>
     *
     * <p>T-Storm (section III, figure 2) saw processing times 35% longer on five nodes than in one
     * worker, and 67% longer with two workers on each: between nodes and between processes cost
     * alike.
     */
    public static Crossings ofStorm() {
        return new Crossings(
                Map.of(
                        Level.PROCESS, new Crossing(500, 0, 1),
                        Level.NODE, new Crossing(10_000, 2, 0.5),
                        Level.RACK, new Crossing(16_000, 8, 0.4),
                        Level.SWITCH, new Crossing(24_000, 16, 0.3)));
    }

    /** The same in proportion, each tuple and each byte so many times as expensive. */
    public Crossings times(double factor) {
        EnumMap<Level, Crossing> scaled = new EnumMap<>(Level.class);
        byLevel.forEach(
                (level, one) ->
                        scaled.put(
                                level,
                                new Crossing(
                                        factor * one.tupleNs(),
                                        factor * one.byteNs(),
                                        one.cpuFraction())));
        return new Crossings(scaled);
    }

    /** What a tuple costs whose sender and receiver meet at this level. */
    public Crossing at(Level level) {
        return byLevel.getOrDefault(level, Crossing.FREE);
    }
}
