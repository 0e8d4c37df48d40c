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

/** The class files in the jars and folders of an application. Close it. One thread. */
final class ApplicationClasses implements AutoCloseable {
    private static final String SUFFIX = ".class";

    /** A source of one class file. */
    private interface Source {
        byte[] read() throws IOException;
    }

    private final List<ZipFile> open = new ArrayList<>();
    private final Map<String, Source> sources = new LinkedHashMap<>();

    /**
     * @param jars the first that has a class wins
     * @throws IOException if one can't be read
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
        open.add(zip);
        zip.stream()
                .filter(entry -> entry.getName().endsWith(SUFFIX))
                .forEach(entry -> add(entry.getName(), () -> read(zip, entry)));
    }

    private static byte[] read(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** Not those for newer versions of Java, nor of folders that no loader looks into. */
    private void add(String file, Source source) {
        if (!file.startsWith("META-INF/") && !file.endsWith("module-info.class")) {
            sources.putIfAbsent(file.substring(0, file.length() - SUFFIX.length()), source);
        }
    }

    /** Internal names. */
    List<String> names() {
        return List.copyOf(sources.keySet());
    }

    boolean has(String name) {
        return sources.containsKey(name);
    }

    /** The class file; null if there is none, or it can't be read. */
    byte @Nullable [] read(String name) {
        Source source = sources.get(name);
        try {
            return source == null ? null : source.read();
        } catch (IOException e) {
            return null; // who loads the class will say so
        }
    }

    @Override
    public void close() {
        for (ZipFile zip : open) {
            try {
                zip.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }
}
