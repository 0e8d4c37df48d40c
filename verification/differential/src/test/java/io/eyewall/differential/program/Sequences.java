package io.eyewall.differential.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks the order of received values. */
public final class Sequences {
    private Sequences() {}

    /** Returns for each series of integers whether it is strictly ascending. */
    public static Map<String, Boolean> allAscending(Map<String, List<Object>> series) {
        Map<String, Boolean> result = new TreeMap<>();
        series.forEach((name, values) -> result.put(name, ascending(values)));
        return result;
    }

    public static boolean ascending(List<Object> values) {
        for (int i = 1; i < values.size(); i++) {
            if ((Integer) values.get(i) <= (Integer) values.get(i - 1)) {
                return false;
            }
        }
        return true;
    }
}
