package io.eyewall.dist;

import java.nio.file.Path;
import java.util.List;

/**
 * One file of the package, and the software that it contains.
 *
 * @param pathInPackage its path in the package, such as {@code lib/asm-9.9.jar}
 * @param file its file on the disk
 * @param component the software that the file is a build of
 * @param embedded further artifacts that were copied into a jar, often with other package names,
 *     according to the jar's metadata
 */
record Entry(String pathInPackage, Path file, Component component, List<Component> embedded) {
    static Entry read(String pathInPackage, Path file, Component component) {
        List<Component> embedded =
                JarFiles.isJar(file)
                        ? JarFiles.artifacts(file).stream()
                                .filter(found -> !isSameArtifact(found, component))
                                .toList()
                        : List.of();
        return new Entry(pathInPackage, file, component, embedded);
    }

    private static boolean isSameArtifact(Component one, Component other) {
        return one.group().equals(other.group()) && one.name().equals(other.name());
    }
}
