package io.eyewall.cli.application;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that the build puts beside the command's own classes. */
public final class BuiltFiles {
    private BuiltFiles() {}

    /**
     * Returns the path of a file that the build has made.
     *
     * @param name a relative path such as {@code flux/flux-core.jar}
     * @throws IllegalStateException if the file is missing
     */
    public static Path find(String name) {
        try {
            Path ownClasses =
                    Path.of(
                            BuiltFiles.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            Path file = ownClasses.resolveSibling(name);
            if (!Files.isReadable(file)) {
                throw new IllegalStateException(file + " is missing; build the command again");
            }
            return file;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(
                    "the location of the command's own classes is not a valid URI", e);
        }
    }
}
