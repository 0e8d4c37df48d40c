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

/** With which algorithm places are found. Any thread chooses, one finds. */
public final class CurrentAlgorithm {
    /** In the place of an algorithm's name: executors stay where they are. */
    public static final String OFF = "off";

    private static final Algorithms OWN = Algorithms.onClassPath();

    private final @Nullable Path plugins;
    private final Queue<Algorithms> retired = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Choice current;

    /**
     * An algorithm, as it is to be used.
     *
     * @param from keeps its classes
     */
    record Choice(Algorithms from, PlacementAlgorithm algorithm, Parameters parameters) {}

    /**
     * @param plugins folder of jars with further algorithms, or null
     */
    CurrentAlgorithm(@Nullable Path plugins) {
        this.plugins = plugins;
    }

    /**
     * What can be chosen now, sorted.
     *
     * @param plugins folder of jars with further algorithms, or null
     * @throws IllegalArgumentException if a jar can't be used, or two algorithms have the same name
     * @throws java.io.UncheckedIOException if the folder can't be read
     */
    public static Set<String> names(@Nullable Path plugins) {
        try (Algorithms now = open(plugins)) {
            Set<String> names = new TreeSet<>(now.names());
            names.add(OFF);
            return names;
        }
    }

    /** Plug-ins are read anew: a jar may have come or changed. */
    private static Algorithms open(@Nullable Path plugins) {
        return plugins == null ? OWN : Algorithms.withPlugins(plugins);
    }

    /**
     * Chooses.
     *
     * @param name one of {@link #names}
     * @param parameters that are not to have their defaults
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; the choice is what it was then
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

    /** What has been chosen must not be used any more, if it still is what has been chosen. */
    @SuppressWarnings("ReferenceEquality") // the same again is another choice
    synchronized void giveUp(Choice failed) {
        if (current == failed) {
            replace(null);
        }
    }

    private void replace(@Nullable Choice next) {
        Choice before = current;
        current = next;
        if (before != null) {
            retired.add(before.from()); // may be in use this very moment
        }
    }

    /** The choice now; null: nobody is to move. For the thread that finds, before it does. */
    @Nullable Choice next() {
        Algorithms done;
        while ((done = retired.poll()) != null) {
            done.close();
        }
        return current;
    }

    /** Whether nobody is to move. Any thread. */
    boolean isOff() {
        return current == null;
    }
}
