package io.eyewall.local.link;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The class files in the jars and folders of an application. Holds the jars open until it is
 * closed. For one thread.
 */
final class ApplicationClasses implements AutoCloseable {
    private static final String SUFFIX = ".class";

    /** A source of one class file. */
    private interface Source {
        byte[] read() throws IOException;
    }

    private final List<ZipFile> openJars = new ArrayList<>();
    private final Map<String, Source> sources = new LinkedHashMap<>();

    /**
     * @param jars jars or folders; the first one that contains a class wins
     * @throws IOException if a jar or folder can't be read
     */
    ApplicationClasses(List<Path> jars) throws IOException {
        try {
            for (Path jar : jars) {
                if (Files.isDirectory(jar)) {
                    addFolder(jar);
                } else {
                    addJar(jar);
                }
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void addFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(SUFFIX))
                    .forEach(
                            file ->
                                    add(
                                            folder.relativize(file).toString().replace('\\', '/'),
                                            () -> Files.readAllBytes(file)));
        }
    }

    private void addJar(Path jar) throws IOException {
        ZipFile zip = new ZipFile(jar.toFile());
        openJars.add(zip);
        zip.stream()
                .filter(entry -> entry.getName().endsWith(SUFFIX))
                .forEach(entry -> add(entry.getName(), () -> read(zip, entry)));
    }

    private static byte[] read(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /**
     * Adds a class file, unless it is in {@code META-INF}, as classes for newer versions of Java
     * are, or is a module descriptor.
     */
    private void add(String file, Source source) {
        if (!file.startsWith("META-INF/") && !file.endsWith("module-info.class")) {
            sources.putIfAbsent(file.substring(0, file.length() - SUFFIX.length()), source);
        }
    }

    /** Returns the internal names of the classes. */
    List<String> names() {
        return List.copyOf(sources.keySet());
    }

    boolean contains(String name) {
        return sources.containsKey(name);
    }

    /** Returns a class file; null if there is none, or it can't be read. */
    byte @Nullable [] read(String name) {
        Source source = sources.get(name);
        try {
            return source == null ? null : source.read();
        } catch (IOException e) {
            return null; // reported when the class is loaded
        }
    }

    @Override
    public void close() {
        for (ZipFile zip : openJars) {
            try {
                zip.close();
            } catch (IOException e) {
                // No data are lost: the jar was only read.
            }
        }
    }
}
