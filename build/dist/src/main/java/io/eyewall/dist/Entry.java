package io.eyewall.dist;

import java.nio.file.Path;
import java.util.List;

/**
 * One file of the package, and the software that it contains.
 *
 * @param place its path in the package, such as {@code lib/asm-9.9.jar}
 * @param file its file on the disk
 * @param component the software that the file is a build of
 * @param within further artifacts that were copied into a jar, often with other package names,
 *     according to the jar's metadata
 */
record Entry(String place, Path file, Component component, List<Component> within) {
    static Entry of(String place, Path file, Component component) {
        List<Component> within =
                JarFiles.isJar(file)
                        ? JarFiles.artifacts(file).stream()
                                .filter(found -> !sameArtifact(found, component))
                                .toList()
                        : List.of();
        return new Entry(place, file, component, within);
    }

    private static boolean sameArtifact(Component one, Component other) {
        return one.group().equals(other.group()) && one.name().equals(other.name());
    }
}
