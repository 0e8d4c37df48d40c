package io.eyewall.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Matches the files of the package with the components of the SBOM, by their hashes. */
final class Inventory {
    private Inventory() {}

    /**
     * Returns the entries of {@code lib/} and its folders, sorted by name, followed by the other
     * parts.
     *
     * @param dependencies the components that the SBOM lists
     * @param parts what the package has in addition to the dependencies
     * @throws IllegalStateException if a listed component has no file in {@code lib/}, a jar there
     *     is not listed, or a part is missing
     */
    static List<Entry> match(List<Component> dependencies, Path lib, List<Part> parts)
            throws IOException {
        Map<String, Component> byHash = new HashMap<>();
        dependencies.forEach(component -> byHash.put(component.sha256(), component));
        List<Entry> entries = new ArrayList<>();
        for (Path jar : filesIn(lib)) {
            Component component = byHash.remove(JarFiles.sha256(jar));
            if (component == null) {
                throw new IllegalStateException(
                        jar
                                + " is not a component of the SBOM: build again with clean, and"
                                + " without -o");
            }
            entries.add(Entry.read(pathInPackage(lib, jar), jar, component));
        }
        if (!byHash.isEmpty()) {
            throw new IllegalStateException(
                    "components of the SBOM that are not in " + lib + ": " + byHash.values());
        }
        for (Part part : parts) {
            if (!Files.exists(part.file())) {
                throw new IllegalStateException(
                        part.file() + " is missing; the package has it as " + part.pathInPackage());
            }
            entries.add(Entry.read(part.pathInPackage(), part.file(), part.component()));
        }
        return entries;
    }

    private static List<Path> filesIn(Path lib) throws IOException {
        try (Stream<Path> files = Files.walk(lib)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Returns the path of a jar in the package, with slashes on every operating system. */
    private static String pathInPackage(Path lib, Path jar) {
        StringBuilder path = new StringBuilder("lib");
        lib.relativize(jar).forEach(name -> path.append('/').append(name));
        return path.toString();
    }
}
