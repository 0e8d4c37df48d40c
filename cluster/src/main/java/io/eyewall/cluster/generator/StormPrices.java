package io.eyewall.cluster.generator;

import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import java.util.Map;

/**
 * What it costs a Storm cluster to hand a tuple over, by where it crosses. These are assumptions,
 * of the right order of magnitude: the ratios decide, not the digits. Only here.
 *
 * <ul>
 *   <li>Within a worker: into the receiver's queue and out of it, an object; half a microsecond.
 *   <li>Between workers of a node: Kryo at both ends, Netty through loopback: 5 us of processor
 *       time, 2 ns per byte, and as much waiting again for batches and threads.
 *   <li>Between nodes: the same through a network card and a switch of 1 Gbit/s (8 ns per byte).
 *   <li>Between racks: twice that way.
 * </ul>
 *
 * <p>T-Storm (section III, figure 2) saw processing times 35% longer on five nodes than in one
 * worker, and 67% longer with two workers on each: between nodes and between processes cost alike.
 */
final class StormPrices {
    private StormPrices() {}

    static Crossings crossings() {
        return new Crossings(
                Map.of(
                        Level.PROCESS, new Crossing(500, 0, 1),
                        Level.NODE, new Crossing(10_000, 2, 0.5),
                        Level.RACK, new Crossing(16_000, 8, 0.4),
                        Level.SWITCH, new Crossing(24_000, 16, 0.3)));
    }
}
