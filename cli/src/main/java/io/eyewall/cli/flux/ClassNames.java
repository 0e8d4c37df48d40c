package io.eyewall.cli.flux;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Lists the classes that a definition can name, to suggest one for a mistyped name. */
final class ClassNames {
    private ClassNames() {}

    /** Returns the classes of all jars of the loader and its parents. */
    static Collection<String> listAll(ClassLoader loader) {
        Set<String> names = new TreeSet<>();
        for (ClassLoader current = loader; current != null; current = current.getParent()) {
            if (current instanceof URLClassLoader urlLoader) {
                for (URL url : urlLoader.getURLs()) {
                    addClasses(names, url);
                }
            }
        }
        return names;
    }

    private static void addClasses(Set<String> names, URL url) {
        try {
            File file = new File(url.toURI());
            if (!file.isFile()) {
                return;
            }
            try (JarFile jar = new JarFile(file)) {
                jar.stream()
                        .map(ZipEntry::getName)
                        .filter(name -> name.endsWith(".class") && name.indexOf('$') < 0)
                        .map(
                                name ->
                                        name.substring(0, name.length() - ".class".length())
                                                .replace('/', '.'))
                        .filter(name -> !name.startsWith("META-INF."))
                        .forEach(names::add);
                for (String named : classPath(jar)) {
                    if (named.contains("storm-client")) {
                        addClasses(names, new URL(url, named));
                    }
                }
            }
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            // The names serve a suggestion only.
        }
    }

    /** Returns the jars that the manifest's class path names. */
    private static String[] classPath(JarFile jar) throws IOException {
        Manifest manifest = jar.getManifest();
        String path =
                manifest == null
                        ? null
                        : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        return path == null ? new String[0] : path.trim().split(" +");
    }
}
