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
    private static final int MAX_LISTED_CLASSES = 10;
    private static final String MAIN_SIGNATURE = "main([Ljava/lang/String;)V";
    private static final int MAIN_ACCESS = Modifier.PUBLIC | Modifier.STATIC;

    private MainClasses() {}

    /**
     * Returns the reason why a file can't be an application's jar.
     *
     * @return empty if the file is a jar or a directory of classes
     */
    public static Optional<String> jarProblem(Path jar) {
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
    public static Optional<String> manifestMainClass(Path jar) {
        if (Files.isDirectory(jar)) {
            return Optional.empty();
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return Optional.ofNullable(manifest)
                    .map(m -> m.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
        } catch (IOException e) {
            return Optional.empty(); // an unreadable jar names no main class
        }
    }

    /**
     * Returns a sentence for an error message that lists the jar's classes with a main method.
     *
     * @param wanted the name that was not found; if classes of the same simple name exist, the
     *     sentence lists these alone; null for all classes
     */
    static String mainClassHint(Path jar, @Nullable String wanted) {
        List<String> classNames = classesWithMain(jar);
        if (wanted != null) {
            String simple = wanted.substring(wanted.lastIndexOf('.') + 1);
            List<String> namesakes =
                    classNames.stream()
                            .filter(name -> ("." + name).endsWith("." + simple))
                            .toList();
            if (!namesakes.isEmpty()) {
                return "did you mean " + String.join(" or ", namesakes) + "?";
            }
        }
        if (classNames.isEmpty()) {
            return "the jar has no class with a main(String[])";
        }
        List<String> listed =
                classNames.subList(0, Math.min(MAX_LISTED_CLASSES, classNames.size()));
        return "classes with a main: "
                + String.join(", ", listed)
                + (listed.size() < classNames.size()
                        ? " and " + (classNames.size() - listed.size()) + " more"
                        : "");
    }

    /** Returns the names of the classes that have a main method. */
    static List<String> classesWithMain(Path jar) {
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
            Integer access = ClassShape.read(in).methods().get(MAIN_SIGNATURE);
            return access != null && (access & MAIN_ACCESS) == MAIN_ACCESS;
        } catch (IOException | RuntimeException e) {
            return false; // not a class file, or not readable
        }
    }
}
