package io.eyewall.cli.cluster;

import io.eyewall.plugin.wire.ClusterPlan;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the jar of the plug-in for Storm's processes beside the other jars of this command. */
public final class PluginJar {
    private PluginJar() {}

    /**
     * Returns the jar's path.
     *
     * @throws IOException if this command runs from class folders, without jars
     */
    public static Path path() throws IOException {
        try {
            Path codeLocation =
                    Path.of(
                            ClusterPlan.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            if (Files.isRegularFile(codeLocation)) {
                return codeLocation;
            }
            throw new IOException(
                    codeLocation + " is not a jar: build the package and run the command in it");
        } catch (URISyntaxException e) {
            throw new IOException("the plug-in's jar can't be found", e);
        }
    }
}
