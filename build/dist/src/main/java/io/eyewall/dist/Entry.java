package io.eyewall.dist;

import java.nio.file.Path;
import java.util.List;

/**
 * What the package contains at one place.
 *
 * @param place in the package, such as {@code lib/asm-9.9.jar}
 * @param file the same on the disk
 * @param component what it is
 * @param within what a jar says to be made of beside: artifacts copied into it, often renamed
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
