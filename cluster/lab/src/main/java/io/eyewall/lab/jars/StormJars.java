package io.eyewall.lab.jars;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds Storm's jars: in local Maven repositories, in Eyewall's own folder, or else by download
 * into that folder. A file is used only if it has the digest that the build listed. For one thread.
 */
public final class StormJars {
    /** The default repository for downloads. */
    public static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");

    private static final String LIST = "storm-jars.txt";
    private static final int MEGABYTE = 1_000_000;

    private final List<JarEntry> entries;
    private final List<Path> places;
    private final JarFetch fetch;

    /**
     * Reads the list of jars; looks for no file yet.
     *
     * @param local repositories on this machine, which are only read
     * @param own the folder for downloads
     * @param remote the Maven repository for downloads
     */
    public StormJars(List<Path> local, Path own, URI remote) throws IOException {
        this(listed(), local, own, remote);
    }

    StormJars(List<JarEntry> entries, List<Path> local, Path own, URI remote) {
        this.entries = entries;
        places = new ArrayList<>(local);
        places.add(own);
        fetch = new JarFetch(own, remote);
    }

    private static List<JarEntry> listed() throws IOException {
        try (InputStream in = StormJars.class.getResourceAsStream(LIST)) {
            if (in == null) {
                throw new IOException(
                        LIST + " is missing in the module 'cluster'; build it by ./mvnw package");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(JarEntry::parse)
                    .toList();
        }
    }

    /**
     * The files, in the order of the class path.
     *
     * @param daemons those of daemons and Storm's own commands
     * @param workers those of workers and applications
     */
    public record Found(List<Path> daemons, List<Path> workers) {}

    /**
     * Finds all jars, and downloads those that are missing.
     *
     * @param progress receives a message about the download, for people
     * @throws IOException if a jar cannot be downloaded; says what to do
     */
    public Found find(Consumer<String> progress) throws IOException, InterruptedException {
        Map<JarEntry, Path> found = new LinkedHashMap<>();
        List<JarEntry> missing = new ArrayList<>();
        for (JarEntry entry : entries) {
            Path file = onThisMachine(entry);
            if (file == null) {
                missing.add(entry);
            } else {
                found.put(entry, file);
            }
        }
        if (!missing.isEmpty()) {
            long bytes = missing.stream().mapToLong(JarEntry::bytes).sum();
            progress.accept(
                    "Fetching %d of Storm's jars, %d MB, from %s"
                            .formatted(missing.size(), bytes / MEGABYTE + 1, fetch.remote()));
        }
        for (JarEntry entry : missing) {
            found.put(entry, fetch.fetch(entry));
        }
        return new Found(
                entries.stream().map(found::get).toList(),
                entries.stream().filter(JarEntry::forWorkers).map(found::get).toList());
    }

    private @Nullable Path onThisMachine(JarEntry entry) throws IOException {
        for (Path place : places) {
            Path file = place.resolve(entry.path());
            if (Files.isReadable(file)
                    && Files.size(file) == entry.bytes()
                    && Sha256.of(file).equals(entry.sha256())) {
                return file.toAbsolutePath();
            }
        }
        return null;
    }
}
