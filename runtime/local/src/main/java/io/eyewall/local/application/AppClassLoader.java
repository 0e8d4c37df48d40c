package io.eyewall.local.application;

import io.eyewall.local.launch.StormClassLoader;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads an application from its jars. The jars' own classes take precedence, so an application uses
 * the versions of libraries that it bundles; but Storm's classes, and the types that occur in
 * Storm's API, always come from the parent. A jar that bundles Storm therefore runs on Eyewall's
 * Storm, and its copy of Storm's files stays hidden (Storm fails if it finds its defaults twice).
 * Any thread may call.
 */
public class AppClassLoader extends URLClassLoader implements StormClassLoader.Application {
    static {
        registerAsParallelCapable();
    }

    /** Packages of Java, Storm, Eyewall, and the types in Storm's API. */
    private static final List<String> SHARED_PACKAGES =
            List.of(
                    "java.",
                    "javax.",
                    "org.w3c.dom.",
                    "org.xml.sax.",
                    "org.apache.storm.",
                    "io.eyewall.",
                    "com.esotericsoftware.kryo.",
                    "com.codahale.metrics.",
                    "org.slf4j.");

    /** Files that Storm must find exactly once. */
    private static final Set<String> STORM_FILES =
            Set.of("defaults.yaml", "storm-client-version-info.properties");

    /**
     * A service file that names classes of storm-server, which Storm's client would fail to find.
     */
    private static final String STORM_SERVER_VALIDATION_SERVICE =
            "META-INF/services/org.apache.storm.validation.Validated";

    /**
     * @param jars the application's jars, or directories of its classes; the first one that
     *     contains a class wins
     * @param parent loads Storm; a {@link StormClassLoader} finds the application's classes from
     *     now on
     */
    public AppClassLoader(List<Path> jars, ClassLoader parent) {
        super(jars.stream().map(AppClassLoader::toUrl).toArray(URL[]::new), parent);
        if (parent instanceof StormClassLoader storm) {
            storm.setApplication(this);
        }
    }

    private static URL toUrl(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + " has no URL", e);
        }
    }

    private static boolean isShared(String className) {
        return SHARED_PACKAGES.stream().anyMatch(className::startsWith);
    }

    /** Returns whether a file of the jars must not be found. */
    private boolean isHidden(String resource) {
        if (resource.equals(STORM_SERVER_VALIDATION_SERVICE)) {
            return true;
        }
        boolean belongsToStorm =
                STORM_FILES.contains(resource)
                        || (resource.startsWith("org/apache/storm/")
                                && resource.endsWith(".class"));
        return belongsToStorm && stormContains(resource);
    }

    private boolean stormContains(String resource) {
        return getParent() instanceof StormClassLoader storm
                ? storm.getResourceOfStorm(resource) != null
                : getParent().getResource(resource) != null;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isShared(name)) {
            return super.loadClass(name, resolve); // parent first, then the jar
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded;
            try {
                loaded = findOwn(name);
            } catch (ClassNotFoundException e) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    @Override
    public Class<?> findOwn(String className) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(className)) {
            Class<?> loaded = findLoadedClass(className);
            return loaded == null ? findClass(className) : loaded;
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    @Override
    public @Nullable URL findResource(String name) {
        return isHidden(name) ? null : super.findResource(name);
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        return isHidden(name) ? Collections.emptyEnumeration() : super.findResources(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (!(getParent() instanceof StormClassLoader storm)) {
            return super.getResources(name);
        }
        List<URL> all = Collections.list(storm.getResourcesOfStorm(name));
        all.addAll(Collections.list(findResources(name)));
        return Collections.enumeration(all);
    }

    @Override
    public @Nullable URL findOwnResource(String name) {
        return belongsToSlf4j(name) ? null : findResource(name);
    }

    @Override
    public Enumeration<URL> findOwnResources(String name) throws IOException {
        return belongsToSlf4j(name) ? Collections.emptyEnumeration() : findResources(name);
    }

    /**
     * Returns whether a file belongs to SLF4J, which must not find a second binding in the
     * application.
     */
    private static boolean belongsToSlf4j(String resource) {
        return resource.startsWith("org/slf4j/")
                || resource.startsWith("META-INF/services/org.slf4j.");
    }
}
