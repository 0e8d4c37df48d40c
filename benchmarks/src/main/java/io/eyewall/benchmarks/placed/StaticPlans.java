package io.eyewall.benchmarks.placed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All ways to place components on two equal cores. */
final class StaticPlans {
    private StaticPlans() {}

    /**
     * Returns all plans as cores by component; the first component is always on core 0, since the
     * cores are interchangeable.
     */
    static List<Map<String, Integer>> all(List<String> components) {
        List<Map<String, Integer>> plans = new ArrayList<>();
        for (int bits = 0; bits < 1 << (components.size() - 1); bits++) {
            Map<String, Integer> plan = new LinkedHashMap<>();
            for (int i = 0; i < components.size(); i++) {
                plan.put(components.get(i), i == 0 ? 0 : bits >> (i - 1) & 1);
            }
            plans.add(plan);
        }
        return plans;
    }

    /** Returns the names on each core, such as {@code a b | c}. */
    static String format(Map<String, Integer> plan) {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        plan.forEach((component, core) -> (core == 0 ? first : second).add(component));
        return String.join(" ", first) + " | " + String.join(" ", second);
    }
}
