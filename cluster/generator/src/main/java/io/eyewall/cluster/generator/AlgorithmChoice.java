package io.eyewall.cluster.generator;

import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The placement algorithm in use. Each choice reads the plug-ins again, so that new and changed
 * jars take effect. For the generator's thread.
 */
final class AlgorithmChoice implements AutoCloseable {
    private final @Nullable Path plugins;
    private @Nullable Chosen chosen;

    /**
     * An algorithm with its settings.
     *
     * @param algorithms the set of algorithms that the algorithm belongs to; keeps the plug-ins'
     *     class loader open
     * @param algorithm the algorithm
     * @param parameters the parameters of the algorithm's own
     * @param knobs the parameters that apply to every algorithm
     */
    record Chosen(
            Algorithms algorithms,
            PlacementAlgorithm algorithm,
            Parameters parameters,
            Knobs knobs) {
        /** Returns the algorithm's name and parameters, for people. */
        String description() {
            return algorithm.name() + parameters;
        }
    }

    /**
     * @param plugins folder of jars with further algorithms, or null
     */
    AlgorithmChoice(@Nullable Path plugins) {
        this.plugins = plugins;
    }

    /**
     * Chooses an algorithm; {@link GeneratorSettings#OFF} for none.
     *
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; the previous choice remains
     * @throws java.io.UncheckedIOException if plug-ins cannot be read; the previous choice remains
     */
    void choose(String name, Map<String, Double> parameters) {
        Chosen next = null;
        if (!name.equals(GeneratorSettings.OFF)) {
            Algorithms all =
                    plugins == null ? Algorithms.onClassPath() : Algorithms.withPlugins(plugins);
            try {
                PlacementAlgorithm algorithm = all.get(name);
                Knobs.Split split = Knobs.split(algorithm, parameters);
                next =
                        new Chosen(
                                all,
                                algorithm,
                                new Parameters(algorithm, split.own()),
                                split.knobs());
            } catch (IllegalArgumentException e) {
                all.close();
                throw e;
            }
        }
        close();
        chosen = next;
    }

    /** Returns the folder of jars with further algorithms; null for none. */
    @Nullable Path plugins() {
        return plugins;
    }

    /** Returns the algorithm in use; null if no plans are made. */
    @Nullable Chosen chosen() {
        return chosen;
    }

    @Override
    public void close() {
        if (chosen != null) {
            chosen.algorithms().close();
            chosen = null;
        }
    }
}
