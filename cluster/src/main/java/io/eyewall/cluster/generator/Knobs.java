package io.eyewall.cluster.generator;

import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.algorithm.Parameter;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Weights;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings that exist for every algorithm. Immutable.
 *
 * @param values of all of {@link #ALL}
 */
record Knobs(Map<String, Double> values) {
    static final String GAMMA = "gamma";
    static final String THETA = "theta";

    /** Of {@link #THETA}. */
    static final double USUAL_THETA = 0.8;

    private static final String GAIN = "gain";
    private static final String WINDOWS = "windows";
    private static final String COOL_DOWN = "cool-down";
    private static final String HORIZON = "horizon";
    private static final String RESTART = "restart";
    private static final String NODE_COST = "node-cost";
    private static final double NS = 1e9;

    /** They have the names that people give to {@code eyewall schedule use -p}. */
    static final List<Parameter> ALL =
            List.of(
                    new Parameter(
                            GAMMA,
                            0,
                            0,
                            1e6,
                            "executors per node, relative to an even spread; 0: any"),
                    new Parameter(
                            THETA, USUAL_THETA, 0.05, 1, "how much of a node's cores may be used"),
                    new Parameter(GAIN, 0.08, 1e-6, 0.99, "least part of the cost to be saved"),
                    new Parameter(WINDOWS, 2, 1, 10, "looks in which a plan must be better"),
                    new Parameter(COOL_DOWN, 60, 0, 86_400, "seconds of rest after a change"),
                    new Parameter(HORIZON, 3600, 1, 1e7, "seconds in which moves must pay back"),
                    new Parameter(RESTART, 10, 0, 1e6, "seconds of work lost per worker restarted"),
                    new Parameter(NODE_COST, 0, 0, 1e6, "what a node in use costs, in cores"));

    /** Settings, split into these and the algorithm's own, which come first. */
    record Split(Knobs knobs, Map<String, Double> own) {}

    /**
     * @throws IllegalArgumentException if a name is neither's, or a value is out of range
     */
    static Split split(PlacementAlgorithm algorithm, Map<String, Double> set) {
        Set<String> own =
                algorithm.parameters().stream().map(Parameter::name).collect(Collectors.toSet());
        Map<String, Double> values = new TreeMap<>();
        ALL.forEach(knob -> values.put(knob.name(), knob.defaultValue()));
        Map<String, Double> rest = new HashMap<>();
        set.forEach(
                (name, value) -> {
                    if (own.contains(name)) {
                        rest.put(name, value);
                    } else {
                        values.put(name, checked(algorithm, name, value));
                    }
                });
        return new Split(new Knobs(Map.copyOf(values)), rest);
    }

    private static double checked(PlacementAlgorithm algorithm, String name, double value) {
        for (Parameter knob : ALL) {
            if (knob.name().equals(name)) {
                if (!(value >= knob.least() && value <= knob.most())) {
                    throw new IllegalArgumentException(
                            "%s must be from %s to %s, not %s"
                                    .formatted(name, knob.least(), knob.most(), value));
                }
                if (name.equals(WINDOWS) && value != Math.rint(value)) {
                    throw new IllegalArgumentException(
                            "%s must be a whole number, not %s".formatted(name, value));
                }
                return value;
            }
        }
        List<String> known =
                Stream.concat(ALL.stream(), algorithm.parameters().stream())
                        .map(Parameter::name)
                        .distinct()
                        .sorted()
                        .toList();
        throw new IllegalArgumentException(
                "there is no parameter '%s'; with %s there are %s"
                        .formatted(name, algorithm.name(), known));
    }

    private double get(String name) {
        return values.getOrDefault(name, Double.NaN);
    }

    double theta() {
        return get(THETA);
    }

    /** Infinite for no limit. */
    double gamma() {
        return get(GAMMA) == 0 ? Double.POSITIVE_INFINITY : get(GAMMA);
    }

    Weights weights() {
        Weights usual = Weights.cluster();
        return new Weights(
                usual.balanceNs(),
                get(NODE_COST) * NS,
                Level.NODE,
                new Weights.Migration(
                        usual.migration().perExecutorNs(),
                        get(RESTART) * NS,
                        usual.migration().perByteNs(),
                        get(HORIZON)));
    }

    AdoptionRules adoption() {
        return new AdoptionRules(
                get(GAIN), (int) get(WINDOWS), get(COOL_DOWN), AdoptionRules.DEFAULT.leastRelief());
    }

    double coolDownSec() {
        return get(COOL_DOWN);
    }
}
