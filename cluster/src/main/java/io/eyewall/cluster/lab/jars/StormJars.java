package io.eyewall.cluster.lab.jars;

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
 * Storm's jars on this machine: from Maven's local repository, from a folder of our own, or else
 * fetched into that. A jar counts only with the bytes that the build saw.
 */
public final class StormJars {
    /** The repository that jars are fetched from by default. */
    public static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");

    private static final String LIST = "storm-jars.txt";
    private static final int MEGABYTE = 1_000_000;

    private final List<JarEntry> entries;
    private final List<Path> places;
    private final JarFetch fetch;

    /**
     * @param local repositories on this machine, which are only read
     * @param own folder for what is fetched
     * @param remote a Maven repository
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
                        LIST + " is not in the module 'cluster'; build it by ./mvnw package");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(JarEntry::parse)
                    .toList();
        }
    }

    /**
     * Files, in the order of the class path.
     *
     * @param daemons what daemons and Storm's own commands have
     * @param workers what workers and applications have
     */
    public record Found(List<Path> daemons, List<Path> workers) {}

    /**
     * Finds all of them; fetches those that are missing.
     *
     * @param progress is told what is fetched
     * @throws IOException if one can't be had; says what to do
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
