package io.eyewall.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that the build puts beside the command's own classes. */
final class BuiltFiles {
    private BuiltFiles() {}

    /**
     * @param name such as {@code flux/flux-core.jar}
     * @throws IllegalStateException if it is missing
     */
    static Path find(String name) {
        try {
            Path code =
                    Path.of(
                            BuiltFiles.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            Path file = code.resolveSibling(name);
            if (!Files.isReadable(file)) {
                throw new IllegalStateException(file + " is missing; build the command again");
            }
            return file;
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the command's own place", e);
        }
    }
}
