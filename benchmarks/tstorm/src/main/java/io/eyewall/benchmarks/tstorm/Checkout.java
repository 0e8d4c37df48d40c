package io.eyewall.benchmarks.tstorm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where all of this is, built.
 *
 * @param home its root
 */
record Checkout(Path home) {
    /** The command. */
    Path eyewall() {
        return home.resolve("eyewall");
    }

    /** With this module's classes. */
    Path jar() throws IOException {
        return jars(target()).get(0);
    }

    /** What this module's topologies need beside Storm. */
    List<Path> extlib() throws IOException {
        return jars(target().resolve("extlib"));
    }

    private Path target() {
        return home.resolve("benchmarks/tstorm/target");
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }
}
