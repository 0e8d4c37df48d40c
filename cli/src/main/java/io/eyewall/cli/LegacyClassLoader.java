package io.eyewall.cli;

import io.eyewall.cli.legacy.LegacyCalls;
import io.eyewall.cli.legacy.LegacyNames;
import io.eyewall.cli.legacy.LegacyTransformer;
import io.eyewall.local.application.AppClassLoader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads an application that was compiled against Storm 0.8 to 0.10: as {@link AppClassLoader}, but
 * every class of the jars is rewritten for Storm 2.x.
 */
final class LegacyClassLoader extends AppClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final LegacyNames names;
    private final LegacyTransformer transformer;

    /**
     * @param jars of the application
     * @param legacy folder with what the build has taken from Storm: {@code storm-core}, classes
     *     that 2.x has not; {@code storm.py} of today, which wins over the application's of Python
     *     2
     */
    LegacyClassLoader(List<Path> jars, Path legacy, ClassLoader parent) {
        super(all(jars, legacy), parent);
        this.names =
                new LegacyNames(
                        name -> parent.getResource(name + ".class") != null,
                        name -> findResource(name + ".class") != null);
        this.transformer = new LegacyTransformer(names);
        LegacyCalls.install(this, names);
    }

    private static List<Path> all(List<Path> jars, Path legacy) {
        List<Path> all = new ArrayList<>();
        all.add(legacy.resolve("multilang-python.jar"));
        all.addAll(jars);
        all.add(legacy.resolve("storm-core"));
        return all;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return super.loadClass(names.binary(name), resolve);
    }

    /** Configurations name Storm's classes as they were called, too. */
    @Override
    public Class<?> findOwn(String className) throws ClassNotFoundException {
        String renamed = names.binary(className);
        return renamed.equals(className) ? super.findOwn(className) : loadClass(renamed);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        URL url = findResource(name.replace('.', '/') + ".class");
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        byte[] classFile;
        try (InputStream in = url.openStream()) {
            classFile = transformer.transform(in.readAllBytes());
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " can't be read from " + url, e);
        }
        CodeSource source = new CodeSource(url, (Certificate @Nullable []) null);
        return defineClass(name, classFile, 0, classFile.length, source);
    }
}
