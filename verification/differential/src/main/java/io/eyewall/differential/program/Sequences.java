package io.eyewall.differential.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks the order of received values. */
final class Sequences {
    private Sequences() {}

    /** Returns for each series of integers whether it is strictly ascending. */
    static Map<String, Boolean> allAscending(Map<String, List<Object>> series) {
        Map<String, Boolean> result = new TreeMap<>();
        series.forEach((name, values) -> result.put(name, ascending(values)));
        return result;
    }

    static boolean ascending(List<Object> values) {
        for (int i = 1; i < values.size(); i++) {
            if ((Integer) values.get(i) <= (Integer) values.get(i - 1)) {
                return false;
            }
        }
        return true;
    }
}
