package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.PeerKind.Family;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipFile;

/**
 * The class paths of child JVMs. The build writes them, one file for each family of systems,
 * because a class path that holds both Storm's and Eyewall's {@code org.apache.storm.LocalCluster}
 * would run whichever comes first.
 */
public final class ClassPaths {
    /** The file with our classes that all systems share; the other files omit them. */
    private static final String SHARED = "shared.txt";

    private static final String CLUSTER_CLASS_FILE = "org/apache/storm/LocalCluster.class";

    private final Path directory;
    private final Path ownClasses;

    /**
     * Creates the class paths.
     *
     * @param directory the directory in which the build wrote {@code shared.txt}, {@code
     *     handwritten.txt}, {@code storm.txt}, {@code eyewall.txt}, and, if requested, {@code
     *     flink.txt} and {@code jet.txt}
     * @param ownClasses this module's classes, which the files do not contain
     */
    public ClassPaths(Path directory, Path ownClasses) {
        this.directory = directory;
        this.ownClasses = ownClasses;
    }

    /**
     * Returns the class paths of the build that compiled this class.
     *
     * @throws IOException if the files do not exist
     */
    public static ClassPaths ofBuild() throws IOException {
        Path ownClasses;
        try {
            ownClasses =
                    Path.of(
                            ClassPaths.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("where this class comes from is not a path", e);
        }
        Path directory = ownClasses.resolveSibling("class-paths");
        if (!Files.isDirectory(directory)) {
            throw new IOException(
                    "no class paths in " + directory + "; build the module with Maven first");
        }
        return new ClassPaths(directory, ownClasses);
    }

    /** Returns the directory of the build's files. */
    public Path directory() {
        return directory;
    }

    /**
     * Returns the class path of a family in the format of the {@code -cp} option.
     *
     * @throws IOException if the file does not exist, or the class path does not contain exactly
     *     the expected LocalCluster
     */
    public String of(Family family) throws IOException {
        List<String> entries = entries(family);
        int expected = family == Family.STORM || family == Family.EYEWALL ? 1 : 0;
        List<String> providers = providers(entries);
        if (providers.size() != expected) {
            throw new IOException(
                    "class path for "
                            + family
                            + ": expected "
                            + expected
                            + " entries with "
                            + CLUSTER_CLASS_FILE
                            + ", found "
                            + providers
                            + "; build the module with Maven again");
        }
        return String.join(File.pathSeparator, entries);
    }

    private List<String> entries(Family family) throws IOException {
        Path file = directory.resolve(family.name().toLowerCase(Locale.ROOT) + ".txt");
        if (!Files.isReadable(file)) {
            throw new IOException(
                    "no class path for "
                            + family
                            + " in "
                            + file
                            + "; './eyewall bench' builds what its options name, without it run"
                            + " Maven with -Ppeers");
        }
        List<String> entries = new ArrayList<>();
        entries.add(ownClasses.toString());
        if (family == Family.FLINK || family == Family.JET) {
            entries.add(directory.resolve("../../peers/target/classes").normalize().toString());
        }
        addAll(entries, directory.resolve(SHARED));
        addAll(entries, file);
        return entries;
    }

    private static void addAll(List<String> entries, Path file) throws IOException {
        for (String entry : Files.readString(file).strip().split(File.pathSeparator)) {
            if (!entry.isBlank()) {
                entries.add(entry);
            }
        }
    }

    private static List<String> providers(List<String> entries) throws IOException {
        List<String> providers = new ArrayList<>();
        for (String entry : entries) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                if (Files.exists(path.resolve(CLUSTER_CLASS_FILE))) {
                    providers.add(entry);
                }
            } else if (Files.exists(path)) {
                try (ZipFile jar = new ZipFile(path.toFile())) {
                    if (jar.getEntry(CLUSTER_CLASS_FILE) != null) {
                        providers.add(entry);
                    }
                }
            }
        }
        return providers;
    }
}
