package io.eyewall.engine.adaptation;

import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The placement algorithm in use. Any thread may choose an algorithm; one thread, the monitor, uses
 * it.
 */
public final class CurrentAlgorithm {
    /** Chosen instead of an algorithm's name: executors stay where they are. */
    public static final String OFF = "off";

    private static final Algorithms BUILT_IN = Algorithms.onClassPath();

    private final @Nullable Path plugins;

    /** Algorithms that are no longer chosen and not yet closed. */
    private final Queue<Algorithms> retired = new ConcurrentLinkedQueue<>();

    private volatile @Nullable Choice choice;

    /**
     * A chosen algorithm with its parameters.
     *
     * @param origin the algorithms among which it was found; owns its class loader
     */
    record Choice(Algorithms origin, PlacementAlgorithm algorithm, Parameters parameters) {}

    /**
     * @param plugins folder of jars with further algorithms, or null
     */
    CurrentAlgorithm(@Nullable Path plugins) {
        this.plugins = plugins;
    }

    /**
     * Returns the names that can be chosen now, sorted.
     *
     * @param plugins folder of jars with further algorithms, or null
     * @throws IllegalArgumentException if a jar cannot be used, or two algorithms have the same
     *     name
     * @throws java.io.UncheckedIOException if the folder cannot be read
     */
    public static Set<String> names(@Nullable Path plugins) {
        try (Algorithms available = open(plugins)) {
            Set<String> names = new TreeSet<>(available.names());
            names.add(OFF);
            return names;
        }
    }

    /** Returns all algorithms. Reads plug-ins anew, since jars may have been added or changed. */
    private static Algorithms open(@Nullable Path plugins) {
        return plugins == null ? BUILT_IN : Algorithms.withPlugins(plugins);
    }

    /**
     * Chooses an algorithm.
     *
     * @param name one of {@link #names}
     * @param parameters values of parameters that differ from their defaults
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; the choice is unchanged then
     */
    synchronized void choose(String name, Map<String, Double> parameters) {
        Choice next = null;
        if (!name.equals(OFF)) {
            Algorithms algorithms = open(plugins);
            try {
                PlacementAlgorithm algorithm = algorithms.get(name);
                next = new Choice(algorithms, algorithm, new Parameters(algorithm, parameters));
            } catch (IllegalArgumentException e) {
                algorithms.close();
                throw e;
            }
        }
        replace(next);
    }

    /** Stops using a choice that failed, unless another one has been made meanwhile. */
    @SuppressWarnings("ReferenceEquality") // choosing the same algorithm again is another choice
    synchronized void discard(Choice failed) {
        if (choice == failed) {
            replace(null);
        }
    }

    private void replace(@Nullable Choice next) {
        Choice before = choice;
        choice = next;
        if (before != null) {
            retired.add(before.origin()); // may be in use at this moment; closed by current()
        }
    }

    /**
     * Returns the choice, or null if placement is off; closes algorithms that are no longer chosen.
     * Called by the monitor before each use, when it has finished using the previous result.
     */
    @Nullable Choice current() {
        Algorithms unused;
        while ((unused = retired.poll()) != null) {
            unused.close();
        }
        return choice;
    }

    /** Returns whether placement is off. Any thread. */
    boolean isOff() {
        return choice == null;
    }
}
