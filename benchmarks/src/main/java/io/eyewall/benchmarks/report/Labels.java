package io.eyewall.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Where labels go that would cover each other at the places of what they belong to. */
final class Labels {
    private Labels() {}

    /**
     * Moves labels onwards, and those that are then too far back, until there is room between them.
     *
     * @param wanted places on one axis, rising
     * @param room least distance of two labels
     * @param last where the last label may be at most
     */
    static List<Double> apart(List<Double> wanted, double room, double last) {
        List<Double> places = new ArrayList<>(wanted);
        for (int i = 1; i < places.size(); i++) {
            places.set(i, Math.max(places.get(i), places.get(i - 1) + room));
        }
        double limit = last;
        for (int i = places.size() - 1; i >= 0; i--) {
            places.set(i, Math.min(places.get(i), limit));
            limit = places.get(i) - room;
        }
        return places;
    }
}
