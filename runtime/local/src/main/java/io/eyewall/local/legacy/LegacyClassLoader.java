package io.eyewall.local.legacy;

import io.eyewall.engine.bytecode.RewritingLoader;
import io.eyewall.local.application.AppClassLoader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads an application that was compiled against Storm 0.8 to 1.2, like {@link AppClassLoader}, but
 * rewrites every class of the jars for Storm 2.x. Any thread may call.
 */
public final class LegacyClassLoader extends AppClassLoader implements RewritingLoader {
    static {
        registerAsParallelCapable();
    }

    private final LegacyNames names;
    private final LegacyTransformer transformer;

    /**
     * @param jars the application's jars, and those added for old applications; the first one that
     *     contains a class wins
     * @param names maps the application's names
     * @param parent loads Storm
     */
    LegacyClassLoader(List<Path> jars, LegacyNames names, ClassLoader parent) {
        super(jars, parent);
        this.names = names;
        this.transformer = new LegacyTransformer(names);
        LegacyCalls.install(this, names);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return super.loadClass(names.mapBinaryName(name), resolve);
    }

    /**
     * Loads a class that may have an old name: configurations contain old names of Storm's classes,
     * too.
     */
    @Override
    public Class<?> findOwn(String className) throws ClassNotFoundException {
        String renamed = names.mapBinaryName(className);
        return renamed.equals(className) ? super.findOwn(className) : loadClass(renamed);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        URL url = findFile(name);
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        byte[] classFile;
        try {
            classFile = rewrite(url);
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " can't be read from " + url, e);
        }
        CodeSource source = new CodeSource(url, (Certificate @Nullable []) null);
        return defineClass(name, classFile, 0, classFile.length, source);
    }

    @Override
    public byte[] rewritten(String className) throws IOException {
        URL url = findFile(className);
        if (url == null) {
            throw new FileNotFoundException(className);
        }
        return rewrite(url);
    }

    private @Nullable URL findFile(String className) {
        return findResource(className.replace('.', '/') + ".class");
    }

    private byte[] rewrite(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return transformer.transform(in.readAllBytes());
        }
    }
}
