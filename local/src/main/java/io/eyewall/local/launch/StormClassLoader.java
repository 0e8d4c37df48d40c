package io.eyewall.local.launch;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
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

    /** An application's own jars. */
    public interface Application {
        /**
         * Looks for a class.
         *
         * @throws ClassNotFoundException if they don't have it
         */
        Class<?> findOwn(String className) throws ClassNotFoundException;

        /** Looks for a file that is not Storm's alone; null if they don't have it. */
        @Nullable URL findOwnResource(String name);

        /**
         * The same, for all that there are.
         *
         * @throws IOException if they can't be read
         */
        Enumeration<URL> findOwnResources(String name) throws IOException;
    }

    private volatile @Nullable Application application;

    private StormClassLoader(URL[] classPath) {
        super(classPath, ClassLoader.getPlatformClassLoader());
    }

    /**
     * The process' system class loader, with {@code -Djava.system.class.loader}: then code that
     * asks for that one finds the application, too, as on a worker of Storm's. Called by Java
     * alone.
     *
     * @param builtIn is left out, but for its parent
     */
    public StormClassLoader(ClassLoader builtIn) {
        super("eyewall", classPath(), builtIn.getParent());
    }

    /**
     * Options of a JVM that is to have one as its system class loader. One of them keeps it from
     * saying at each start that some archived classes are not used.
     */
    public static List<String> systemLoaderOptions() {
        List<String> options = new ArrayList<>();
        options.add("-Djava.system.class.loader=" + StormClassLoader.class.getName());
        if (Runtime.version().feature() < 25) {
            Collections.addAll(options, "-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings");
        } else {
            options.add("-Xlog:cds=off");
        }
        return options;
    }

    /**
     * Says in {@code java.class.path} that the jars are there, too, for code that starts processes
     * or looks for a jar by it. Only where the application is this process' alone.
     */
    public static void addToClassPath(List<Path> jars) {
        if (!(ClassLoader.getSystemClassLoader() instanceof StormClassLoader)) {
            return;
        }
        StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
        for (Path jar : jars) {
            path.append(File.pathSeparator).append(jar.toAbsolutePath());
        }
        System.setProperty("java.class.path", path.toString());
    }

    /** The process' system class loader if that is one; else a new one. */
    public static StormClassLoader ofProcess() {
        return ClassLoader.getSystemClassLoader() instanceof StormClassLoader system
                ? system
                : overClassPath();
    }

    /** With the class path of the process. */
    public static StormClassLoader overClassPath() {
        return new StormClassLoader(classPath());
    }

    private static URL[] classPath() {
        String[] elements = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        URL[] urls = new URL[elements.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = url(elements[i]);
        }
        return urls;
    }

    private static URL url(String element) {
        try {
            return Path.of(element).toUri().toURL(); // a directory's ends in a slash
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("class path element " + element + " has no URL", e);
        }
    }

    /** From now on, classes and files that are not here are looked for there. */
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

    @Override
    public @Nullable URL getResource(String name) {
        URL own = super.getResource(name);
        Application found = application;
        return own != null || found == null ? own : found.findOwnResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Enumeration<URL> own = super.getResources(name);
        Application found = application;
        if (found == null) {
            return own;
        }
        List<URL> all = Collections.list(own);
        all.addAll(Collections.list(found.findOwnResources(name)));
        return Collections.enumeration(all);
    }

    /** As {@link #getResource}, without the application's files. */
    public @Nullable URL getResourceOfStorm(String name) {
        return super.getResource(name);
    }

    /**
     * As {@link #getResources}, without the application's files.
     *
     * @throws IOException if they can't be read
     */
    public Enumeration<URL> getResourcesOfStorm(String name) throws IOException {
        return super.getResources(name);
    }

    /** Java calls this for agents, of a system class loader. */
    @SuppressWarnings("unused")
    private void appendToClassPathForInstrumentation(String path) {
        addURL(url(path));
    }
}
