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
 * Loads an application from its jars: the jars' own classes first, whatever versions of libraries
 * it brings, but Storm and what Storm's API mentions always from here. So a jar that bundles Storm
 * runs on ours, and its copy of Storm's files stays hidden (Storm refuses to find its defaults
 * twice).
 */
public class AppClassLoader extends URLClassLoader implements StormClassLoader.Application {
    static {
        registerAsParallelCapable();
    }

    /** Packages of Java, of Storm, of ourselves, and of the types in Storm's API. */
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

    /** Files that Storm wants to find once. */
    private static final Set<String> STORM_FILES =
            Set.of("defaults.yaml", "storm-client-version-info.properties");

    /** Names classes of storm-server, which Storm's client would then look for in vain. */
    private static final String SERVER_VALIDATION =
            "META-INF/services/org.apache.storm.validation.Validated";

    /**
     * @param jars of the application, or directories of its classes; the first that has a class
     *     wins
     * @param parent has Storm; a {@link StormClassLoader} finds the application's classes from now
     *     on
     */
    public AppClassLoader(List<Path> jars, ClassLoader parent) {
        super(jars.stream().map(AppClassLoader::url).toArray(URL[]::new), parent);
        if (parent instanceof StormClassLoader storm) {
            storm.lookInto(this);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + " has no URL", e);
        }
    }

    private static boolean isShared(String className) {
        return SHARED_PACKAGES.stream().anyMatch(className::startsWith);
    }

    /** Whether a file in the jar must not be seen. */
    private boolean isHidden(String resource) {
        if (resource.equals(SERVER_VALIDATION)) {
            return true;
        }
        boolean storms =
                STORM_FILES.contains(resource)
                        || (resource.startsWith("org/apache/storm/")
                                && resource.endsWith(".class"));
        return storms && stormHas(resource);
    }

    private boolean stormHas(String resource) {
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
        return isOfLogging(name) ? null : findResource(name);
    }

    @Override
    public Enumeration<URL> findOwnResources(String name) throws IOException {
        return isOfLogging(name) ? Collections.emptyEnumeration() : findResources(name);
    }

    /** Logging is ours: a second binding that the application brings is not to be found by it. */
    private static boolean isOfLogging(String resource) {
        return resource.startsWith("org/slf4j/")
                || resource.startsWith("META-INF/services/org.slf4j.");
    }
}
