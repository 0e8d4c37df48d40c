package io.eyewall.placement.place;

import java.util.EnumMap;
import java.util.Map;

/** The crossing at each level. Immutable. */
public final class Crossings {
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

    /** What a tuple costs whose sender and receiver meet at this level. */
    public Crossing at(Level level) {
        return byLevel.getOrDefault(level, Crossing.FREE);
    }
}
