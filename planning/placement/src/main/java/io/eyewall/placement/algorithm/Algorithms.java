package io.eyewall.placement.algorithm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A registry of the placement algorithms that can be selected by name. Immutable: to load plug-ins
 * that were added or changed at run time, create a new registry, and close the old one when none of
 * its algorithms is in use.
 */
public final class Algorithms implements AutoCloseable {
    private final Map<String, PlacementAlgorithm> byName = new TreeMap<>();
    private final Map<String, String> origins = new TreeMap<>();
    private final List<URLClassLoader> loaders = new ArrayList<>();

    private Algorithms() {
        ClassLoader ownLoader = Algorithms.class.getClassLoader();
        for (PlacementAlgorithm algorithm :
                ServiceLoader.load(PlacementAlgorithm.class, ownLoader)) {
            register(algorithm, "the class path");
        }
    }

    /** Returns the algorithms on the class path. */
    public static Algorithms onClassPath() {
        return new Algorithms();
    }

    /**
     * Returns the algorithms on the class path and in the jars of a directory; each jar has a class
     * loader of its own.
     *
     * @throws IllegalArgumentException if a jar can't be used, or two algorithms have the same name
     */
    public static Algorithms withPlugins(Path directory) {
        Algorithms algorithms = new Algorithms();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path jar : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
                algorithms.addJar(jar);
            }
            return algorithms;
        } catch (IOException e) {
            algorithms.close();
            throw new UncheckedIOException("can't read plug-in directory " + directory, e);
        } catch (RuntimeException e) {
            algorithms.close();
            throw e;
        }
    }

    private void addJar(Path jar) throws MalformedURLException {
        URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {jar.toUri().toURL()}, Algorithms.class.getClassLoader());
        loaders.add(loader);
        boolean found = false;
        try {
            for (ServiceLoader.Provider<PlacementAlgorithm> provider :
                    ServiceLoader.load(PlacementAlgorithm.class, loader).stream().toList()) {
                if (provider.type().getClassLoader() == loader) {
                    register(provider.get(), jar.toString());
                    found = true;
                }
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(
                    "plug-in " + jar + " has no usable placement algorithm: " + e.getMessage(), e);
        }
        if (!found) {
            throw new IllegalArgumentException(
                    "plug-in "
                            + jar
                            + " has no placement algorithm; name one in META-INF/services/"
                            + PlacementAlgorithm.class.getName()
                            + " or remove the jar");
        }
    }

    private void register(PlacementAlgorithm algorithm, String origin) {
        String other = origins.put(algorithm.name(), origin);
        if (other != null) {
            throw new IllegalArgumentException(
                    "two placement algorithms are called '"
                            + algorithm.name()
                            + "': one of "
                            + other
                            + ", one of "
                            + origin
                            + "; remove one");
        }
        byName.put(algorithm.name(), algorithm);
    }

    /** Returns the names of all algorithms. */
    public Set<String> names() {
        return Set.copyOf(byName.keySet());
    }

    /**
     * Returns the algorithm with a name.
     *
     * @throws IllegalArgumentException if no algorithm has this name
     */
    public PlacementAlgorithm get(String name) {
        PlacementAlgorithm algorithm = byName.get(name);
        if (algorithm == null) {
            throw new IllegalArgumentException(
                    "no placement algorithm '" + name + "'; there are " + byName.keySet());
        }
        return algorithm;
    }

    /** Closes the class loaders of plug-ins; their algorithms must not be used any more. */
    @Override
    public void close() {
        for (URLClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException("can't close a plug-in", e);
            }
        }
    }
}
