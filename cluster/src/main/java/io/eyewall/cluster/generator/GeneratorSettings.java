package io.eyewall.cluster.generator;

import java.util.Map;
import java.util.TreeMap;

/**
 * How plans are found; kept on disk, and changed while the generator runs.
 *
 * @param algorithm its name, or {@link #OFF}
 * @param parameters that don't have their defaults, the algorithm's and those of {@link Knobs}
 * @param periodSec from one look at the whole cluster to the next; T-Storm's is 300
 * @param adopt whether a plan has to be worth the change
 */
public record GeneratorSettings(
        String algorithm, Map<String, Double> parameters, int periodSec, Adopt adopt) {
    /** In the place of an algorithm's name: no plans are made. */
    public static final String OFF = "off";

    /** As nobody has set anything. */
    public static final GeneratorSettings USUAL =
            new GeneratorSettings("affinity", Map.of(), 300, Adopt.GAIN);

    static final int MOST_PERIOD_SEC = 86_400;

    /** When a plan is adopted. */
    public enum Adopt {
        /** When it saves enough, pays back, and did so in the last looks. */
        GAIN,
        /** Whenever it differs, as T-Storm does. */
        ALWAYS
    }

    public GeneratorSettings {
        parameters = Map.copyOf(new TreeMap<>(parameters));
        if (periodSec < 1 || periodSec > MOST_PERIOD_SEC) {
            throw new IllegalArgumentException(
                    "the period is %d s, expected 1 to %d".formatted(periodSec, MOST_PERIOD_SEC));
        }
    }

    GeneratorSettings withPeriod(int otherSec) {
        return new GeneratorSettings(algorithm, parameters, otherSec, adopt);
    }
}
