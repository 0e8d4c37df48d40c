package io.eyewall.local.launch;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Loads Storm and Eyewall from the class path, and what is not there from the application. Storm
 * finds the classes that a configuration names (state providers, serializers, hooks, metrics
 * consumers) by {@code Class.forName}, that is, by the loader that has Storm; on a worker of
 * Storm's that one has the application's jar, too.
 *
 * <p>No lock is held while the application is asked, as it asks here in turn. See decision 17.
 */
public final class StormClassLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String THIS_PACKAGE = StormClassLoader.class.getPackageName() + ".";

    /** The classes of an application. */
    @FunctionalInterface
    public interface Application {
        /**
         * Looks into the application's own jars.
         *
         * @throws ClassNotFoundException if they don't have it
         */
        Class<?> findOwn(String className) throws ClassNotFoundException;
    }

    private volatile @Nullable Application application;

    private StormClassLoader(URL[] classPath) {
        super(classPath, ClassLoader.getPlatformClassLoader());
    }

    /** With the class path of the process. */
    public static StormClassLoader overClassPath() {
        String[] elements = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        return new StormClassLoader(
                Arrays.stream(elements).map(StormClassLoader::url).toArray(URL[]::new));
    }

    private static URL url(String element) {
        try {
            return Path.of(element).toUri().toURL(); // a directory's ends in a slash
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("class path element " + element + " has no URL", e);
        }
    }

    /** From now on, classes that are not here are looked for there. */
    public void lookInto(Application application) {
        this.application = application;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(THIS_PACKAGE)) {
            return Class.forName(name); // this very one, not a copy
        }
        try {
            return super.loadClass(name, resolve);
        } catch (ClassNotFoundException e) {
            Application found = application;
            if (found == null) {
                throw e;
            }
            return found.findOwn(name);
        }
    }
}
