package io.eyewall.cluster.generator;

import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The algorithm that is in use. Plug-ins are read anew for each choice, so that a jar may have come
 * or changed. For the generator's thread.
 */
final class AlgorithmChoice implements AutoCloseable {
    private final @Nullable Path plugins;
    private @Nullable Chosen chosen;

    /**
     * An algorithm, as it is to be used.
     *
     * @param from keeps its classes
     */
    record Chosen(
            Algorithms from, PlacementAlgorithm algorithm, Parameters parameters, Knobs knobs) {
        /** With parameters, for people. */
        String text() {
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
     * Chooses.
     *
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; the choice is what it was then
     * @throws java.io.UncheckedIOException if plug-ins can't be read
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

    /** Returns the folder of further algorithms; null for none. */
    @Nullable Path plugins() {
        return plugins;
    }

    /** Null: no plans are made. */
    @Nullable Chosen chosen() {
        return chosen;
    }

    @Override
    public void close() {
        if (chosen != null) {
            chosen.from().close();
            chosen = null;
        }
    }
}
