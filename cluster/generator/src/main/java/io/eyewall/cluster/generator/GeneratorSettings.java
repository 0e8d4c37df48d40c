package io.eyewall.cluster.generator;

import java.util.Map;
import java.util.TreeMap;

/**
 * The settings by which plans are made; stored on disk, and changed while the generator runs.
 * Immutable.
 *
 * @param algorithm the algorithm's name, or {@link #OFF}
 * @param parameters the parameters of the algorithm and of {@link Knobs} that differ from their
 *     defaults
 * @param periodSec time between two periodic evaluations, in seconds; T-Storm's is 300
 * @param adopt the rule for adopting a plan
 */
public record GeneratorSettings(
        String algorithm, Map<String, Double> parameters, int periodSec, Adopt adopt) {
    /** In place of an algorithm's name: no plans are made. */
    public static final String OFF = "off";

    /** The defaults. */
    public static final GeneratorSettings DEFAULTS =
            new GeneratorSettings("affinity", Map.of(), 300, Adopt.GAIN);

    static final int MAX_PERIOD_SEC = 86_400;

    /** The rules for adopting a plan. */
    public enum Adopt {
        /**
         * Adopt a plan if it saves enough and its moves pay back, in each of the last evaluations.
         */
        GAIN,
        /** Adopt a plan whenever it differs from the present placement, as in T-Storm. */
        ALWAYS
    }

    public GeneratorSettings {
        parameters = Map.copyOf(new TreeMap<>(parameters));
        if (periodSec < 1 || periodSec > MAX_PERIOD_SEC) {
            throw new IllegalArgumentException(
                    "the period is %d s, expected 1 to %d".formatted(periodSec, MAX_PERIOD_SEC));
        }
    }

    GeneratorSettings withPeriod(int newPeriodSec) {
        return new GeneratorSettings(algorithm, parameters, newPeriodSec, adopt);
    }
}
