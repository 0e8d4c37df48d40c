package io.eyewall.cli.application;

import io.eyewall.local.link.ClassShape;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Finds the main class that a jar names, and for error messages all classes with a main method. */
public final class MainClasses {
    private static final int MAX_NAMED = 10;
    private static final String MAIN = "main([Ljava/lang/String;)V";
    private static final int MAIN_ACCESS = Modifier.PUBLIC | Modifier.STATIC;

    private MainClasses() {}

    /**
     * Returns the reason why a file can't be an application's jar.
     *
     * @return empty if the file is a jar or a directory of classes
     */
    public static Optional<String> problem(Path jar) {
        if (!Files.isReadable(jar)) {
            return Optional.of(jar + ": no such file, or it can't be read");
        }
        if (Files.isDirectory(jar)) {
            return Optional.empty();
        }
        try {
            new ZipFile(jar.toFile()).close();
            return Optional.empty();
        } catch (ZipException e) {
            return Optional.of(jar + ": not a jar (" + e.getMessage() + ")");
        } catch (IOException e) {
            return Optional.of(jar + ": can't be read: " + e);
        }
    }

    /** Returns the main class that the jar names in its manifest. */
    public static Optional<String> ofManifest(Path jar) {
        if (Files.isDirectory(jar)) {
            return Optional.empty();
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return Optional.ofNullable(manifest)
                    .map(m -> m.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
        } catch (IOException e) {
            return Optional.empty(); // an unreadable jar names none
        }
    }

    /**
     * Returns a sentence for an error message that lists the jar's classes with a main method.
     *
     * @param wanted the name that was not found; if classes of the same simple name exist, the
     *     sentence lists these alone; null for all classes
     */
    static String help(Path jar, @Nullable String wanted) {
        List<String> all = withMain(jar);
        if (wanted != null) {
            String simple = wanted.substring(wanted.lastIndexOf('.') + 1);
            List<String> namesakes =
                    all.stream().filter(name -> ("." + name).endsWith("." + simple)).toList();
            if (!namesakes.isEmpty()) {
                return "did you mean " + String.join(" or ", namesakes) + "?";
            }
        }
        if (all.isEmpty()) {
            return "it has no class with a main(String[])";
        }
        List<String> named = all.subList(0, Math.min(MAX_NAMED, all.size()));
        return "classes with a main: "
                + String.join(", ", named)
                + (named.size() < all.size()
                        ? " and " + (all.size() - named.size()) + " more"
                        : "");
    }

    private static List<String> withMain(Path jar) {
        if (Files.isDirectory(jar)) {
            return List.of();
        }
        try (ZipFile zip = new ZipFile(jar.toFile());
                Stream<? extends ZipEntry> entries = zip.stream()) {
            return entries.filter(entry -> entry.getName().endsWith(".class"))
                    .filter(entry -> !entry.getName().startsWith("META-INF/"))
                    .filter(entry -> hasMain(zip, entry))
                    .map(entry -> entry.getName().replace('/', '.'))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of(); // serves an error message only
        }
    }

    private static boolean hasMain(ZipFile zip, ZipEntry entry) {
        try (InputStream in = zip.getInputStream(entry)) {
            Integer access = ClassShape.read(in).methods().get(MAIN);
            return access != null && (access & MAIN_ACCESS) == MAIN_ACCESS;
        } catch (IOException | RuntimeException e) {
            return false; // not a class file, or not readable
        }
    }
}
