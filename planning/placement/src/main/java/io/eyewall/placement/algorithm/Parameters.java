package io.eyewall.placement.algorithm;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The checked values of all parameters of one algorithm. Immutable. */
public final class Parameters {
    private final Map<String, Double> values = new TreeMap<>();

    /**
     * Checks values and completes them by defaults.
     *
     * @param algorithm the algorithm
     * @param set values that differ from the defaults, by name
     */
    public Parameters(PlacementAlgorithm algorithm, Map<String, Double> set) {
        List<Parameter> known = algorithm.parameters();
        for (Parameter parameter : known) {
            double value = set.getOrDefault(parameter.name(), parameter.defaultValue());
            if (!(value >= parameter.least() && value <= parameter.most())) {
                throw new IllegalArgumentException(
                        "placement algorithm '"
                                + algorithm.name()
                                + "': "
                                + parameter.name()
                                + " must be from "
                                + parameter.least()
                                + " to "
                                + parameter.most()
                                + ", not "
                                + value);
            }
            values.put(parameter.name(), value);
        }
        for (String name : set.keySet()) {
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException(
                        "placement algorithm '"
                                + algorithm.name()
                                + "' has no parameter '"
                                + name
                                + "'; it has "
                                + known.stream().map(Parameter::name).sorted().toList());
            }
        }
    }

    /** Returns the value of a parameter of the algorithm. */
    public double get(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "no parameter '" + name + "'; there are " + values.keySet());
        }
        return value;
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
