package io.eyewall.benchmarks.tstorm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The checkout of this repository, with all modules built.
 *
 * @param home root of the checkout
 */
record Checkout(Path home) {
    /** Returns the {@code eyewall} command. */
    Path eyewall() {
        return home.resolve("eyewall");
    }

    /** Returns the jar with this module's classes. */
    Path jar() throws IOException {
        return jars(target()).get(0);
    }

    /** Returns the libraries that this module's topologies need besides Storm. */
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
