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
 * into that folder. A file is used only if it has the digest in the list that the build has made.
 * For one thread.
 */
public final class StormJars {
    /** The default repository for downloads. */
    public static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");

    private static final String LIST_FILE = "storm-jars.txt";
    private static final int BYTES_PER_MB = 1_000_000;

    private final List<JarEntry> entries;
    private final List<Path> repositories;
    private final JarFetch fetch;

    /**
     * Reads the list of jars, but does not search for them yet.
     *
     * @param local repositories on this machine, which are only read
     * @param own Eyewall's folder for downloads
     * @param remote the Maven repository for downloads
     */
    public StormJars(List<Path> local, Path own, URI remote) throws IOException {
        this(readList(), local, own, remote);
    }

    StormJars(List<JarEntry> entries, List<Path> local, Path own, URI remote) {
        this.entries = entries;
        repositories = new ArrayList<>(local);
        repositories.add(own);
        fetch = new JarFetch(own, remote);
    }

    private static List<JarEntry> readList() throws IOException {
        try (InputStream in = StormJars.class.getResourceAsStream(LIST_FILE)) {
            if (in == null) {
                throw new IOException(
                        LIST_FILE + " is missing in the module 'lab'; build it by ./mvnw package");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(JarEntry::parse)
                    .toList();
        }
    }

    /**
     * The jars of two class paths, in their order.
     *
     * @param daemons the jars for daemons and Storm's own commands
     * @param workers the jars for workers and applications
     */
    public record ClassPaths(List<Path> daemons, List<Path> workers) {}

    /**
     * Finds all jars, and downloads those that are missing.
     *
     * @param progress receives a message about the download, for people
     * @throws IOException if a jar cannot be downloaded; says what to do
     */
    public ClassPaths find(Consumer<String> progress) throws IOException, InterruptedException {
        Map<JarEntry, Path> found = new LinkedHashMap<>();
        List<JarEntry> missing = new ArrayList<>();
        for (JarEntry entry : entries) {
            Path file = findLocal(entry);
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
                            .formatted(missing.size(), bytes / BYTES_PER_MB + 1, fetch.remote()));
        }
        for (JarEntry entry : missing) {
            found.put(entry, fetch.fetch(entry));
        }
        return new ClassPaths(
                entries.stream().map(found::get).toList(),
                entries.stream().filter(JarEntry::forWorkers).map(found::get).toList());
    }

    private @Nullable Path findLocal(JarEntry entry) throws IOException {
        for (Path repository : repositories) {
            Path file = repository.resolve(entry.path());
            if (Files.isReadable(file)
                    && Files.size(file) == entry.bytes()
                    && Sha256.of(file).equals(entry.sha256())) {
                return file.toAbsolutePath();
            }
        }
        return null;
    }
}
