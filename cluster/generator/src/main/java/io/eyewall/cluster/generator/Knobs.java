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
 * The parameters that apply to every algorithm. Immutable.
 *
 * @param values a value for each of {@link #ALL}, by name
 */
record Knobs(Map<String, Double> values) {
    static final String GAMMA = "gamma";
    static final String THETA = "theta";

    /** The default of {@link #THETA}. */
    static final double DEFAULT_THETA = 0.8;

    private static final String GAIN = "gain";
    private static final String WINDOWS = "windows";
    private static final String COOL_DOWN = "cool-down";
    private static final String HORIZON = "horizon";
    private static final String RESTART = "restart";
    private static final String NODE_COST = "node-cost";
    private static final double NS_PER_SEC = 1e9;

    /** The parameters, with the names that {@code eyewall schedule use -p} accepts. */
    static final List<Parameter> ALL =
            List.of(
                    new Parameter(
                            GAMMA,
                            0,
                            0,
                            1e6,
                            "executors per node, relative to an even spread; 0: any"),
                    new Parameter(
                            THETA,
                            DEFAULT_THETA,
                            0.05,
                            1,
                            "share of a node's cores that plans may use"),
                    new Parameter(
                            GAIN,
                            0.08,
                            1e-6,
                            0.99,
                            "least share of the cost that a plan must save"),
                    new Parameter(
                            WINDOWS,
                            2,
                            1,
                            10,
                            "evaluations in a row in which a plan must be better"),
                    new Parameter(
                            COOL_DOWN, 60, 0, 86_400, "seconds after a change before the next one"),
                    new Parameter(HORIZON, 3600, 1, 1e7, "seconds in which moves must pay back"),
                    new Parameter(RESTART, 10, 0, 1e6, "seconds of work lost per worker restarted"),
                    new Parameter(NODE_COST, 0, 0, 1e6, "cost of a node in use, in cores"));

    /**
     * Given parameters, split into those of every algorithm and the algorithm's own. A name that
     * both have is one of the algorithm's own.
     */
    record Split(Knobs knobs, Map<String, Double> own) {}

    /**
     * Splits given parameters into those of every algorithm, which it checks, and the algorithm's
     * own.
     *
     * @throws IllegalArgumentException if neither has a parameter of a name, or a value is out of
     *     range
     */
    static Split split(PlacementAlgorithm algorithm, Map<String, Double> given) {
        Set<String> ownNames =
                algorithm.parameters().stream().map(Parameter::name).collect(Collectors.toSet());
        Map<String, Double> values = new TreeMap<>();
        ALL.forEach(knob -> values.put(knob.name(), knob.defaultValue()));
        Map<String, Double> ownValues = new HashMap<>();
        given.forEach(
                (name, value) -> {
                    if (ownNames.contains(name)) {
                        ownValues.put(name, value);
                    } else {
                        values.put(name, requireValid(algorithm, name, value));
                    }
                });
        return new Split(new Knobs(Map.copyOf(values)), ownValues);
    }

    /** Returns a parameter's value after checking its name and range. */
    private static double requireValid(PlacementAlgorithm algorithm, String name, double value) {
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

    /** Returns the share of a node's cores that plans may use. */
    double theta() {
        return get(THETA);
    }

    /**
     * Returns the limit on executors per node, relative to an even spread; infinite for no limit.
     */
    double gamma() {
        return get(GAMMA) == 0 ? Double.POSITIVE_INFINITY : get(GAMMA);
    }

    Weights weights() {
        Weights defaults = Weights.cluster();
        return new Weights(
                defaults.balanceNs(),
                get(NODE_COST) * NS_PER_SEC,
                Level.NODE,
                new Weights.Migration(
                        defaults.migration().perExecutorNs(),
                        get(RESTART) * NS_PER_SEC,
                        defaults.migration().perByteNs(),
                        get(HORIZON)));
    }

    AdoptionRules adoptionRules() {
        return new AdoptionRules(
                get(GAIN), (int) get(WINDOWS), get(COOL_DOWN), AdoptionRules.DEFAULT.minRelief());
    }

    double coolDownSec() {
        return get(COOL_DOWN);
    }
}
