package io.eyewall.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Separates labels that would overlap at their original positions. */
final class Labels {
    private Labels() {}

    /**
     * Moves labels forward, and then back from the limit, until they are {@code room} apart.
     *
     * @param wanted original positions on one axis, ascending
     * @param room minimum distance of two labels
     * @param last maximum position of the last label
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
