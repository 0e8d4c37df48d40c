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
 * Loads Storm and Eyewall from the class path, and all other classes from the application. Storm
 * loads the classes that a configuration names (state providers, serializers, hooks, metrics
 * consumers) by {@code Class.forName}, that is, with the loader of Storm itself; on a Storm worker
 * that loader has the application's jar, too.
 *
 * <p>Any thread may call. No lock is held during calls of the application's loader, which calls
 * this one in turn. See decision 17.
 */
public final class StormClassLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String THIS_PACKAGE = StormClassLoader.class.getPackageName() + ".";

    /** The loader of an application's own jars. */
    public interface Application {
        /**
         * Loads a class of the jars.
         *
         * @throws ClassNotFoundException if the jars don't contain it
         */
        Class<?> findOwn(String className) throws ClassNotFoundException;

        /**
         * Finds a file of the jars, unless it is reserved to Storm; null if the jars don't contain
         * it.
         */
        @Nullable URL findOwnResource(String name);

        /**
         * Finds all files of that name like {@link #findOwnResource}.
         *
         * @throws IOException if the jars can't be read
         */
        Enumeration<URL> findOwnResources(String name) throws IOException;
    }

    /** Null until {@link #setApplication} is called. */
    private volatile @Nullable Application application;

    private StormClassLoader(URL[] classPath) {
        super(classPath, ClassLoader.getPlatformClassLoader());
    }

    /**
     * The process's system class loader, set by {@code -Djava.system.class.loader}, so that code
     * which uses the system class loader finds the application's classes, as on a Storm worker.
     * Called only by Java.
     *
     * @param builtIn replaced by this loader; its parent becomes this loader's parent
     */
    public StormClassLoader(ClassLoader builtIn) {
        super("eyewall", classPath(), builtIn.getParent());
    }

    /**
     * Returns the options of a JVM whose system class loader is of this class. They also suppress a
     * warning, printed at each start, that some archived classes are not used.
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
     * Adds the jars to {@code java.class.path}, for code that starts processes or searches for a
     * jar by that property. Does nothing unless the process runs one application only, that is,
     * unless its system class loader is of this class.
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

    /** Returns the process's system class loader if it is of this class; else a new loader. */
    public static StormClassLoader ofProcess() {
        return ClassLoader.getSystemClassLoader() instanceof StormClassLoader system
                ? system
                : overClassPath();
    }

    /** Returns a new loader over the class path of the process. */
    public static StormClassLoader overClassPath() {
        return new StormClassLoader(classPath());
    }

    private static URL[] classPath() {
        String[] elements = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        URL[] urls = new URL[elements.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = toUrl(elements[i]);
        }
        return urls;
    }

    private static URL toUrl(String element) {
        try {
            return Path.of(element).toUri().toURL(); // the URL of a directory ends in a slash
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("class path element " + element + " has no URL", e);
        }
    }

    /**
     * Sets the application, which is searched for classes and files that the class path does not
     * contain.
     */
    public void setApplication(Application application) {
        this.application = application;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(THIS_PACKAGE)) {
            return Class.forName(name); // the class of the command's loader, not a copy
        }
        try {
            return super.loadClass(name, resolve);
        } catch (ClassNotFoundException e) {
            Application app = application;
            if (app == null) {
                throw e;
            }
            return app.findOwn(name);
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = super.getResource(name);
        Application app = application;
        return own != null || app == null ? own : app.findOwnResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Enumeration<URL> own = super.getResources(name);
        Application app = application;
        if (app == null) {
            return own;
        }
        List<URL> all = Collections.list(own);
        all.addAll(Collections.list(app.findOwnResources(name)));
        return Collections.enumeration(all);
    }

    /** Finds a file like {@link #getResource}, but not in the application. */
    public @Nullable URL getResourceOfStorm(String name) {
        return super.getResource(name);
    }

    /**
     * Finds all files of that name like {@link #getResources}, but not in the application.
     *
     * @throws IOException if the class path can't be read
     */
    public Enumeration<URL> getResourcesOfStorm(String name) throws IOException {
        return super.getResources(name);
    }

    /**
     * Adds an element to the class path; Java calls this method of a system class loader for
     * agents.
     */
    @SuppressWarnings("unused")
    private void appendToClassPathForInstrumentation(String path) {
        addURL(toUrl(path));
    }
}
