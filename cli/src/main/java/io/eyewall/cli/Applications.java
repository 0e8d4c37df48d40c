package io.eyewall.cli;

import io.eyewall.local.legacy.ApplicationLoaders;
import io.eyewall.local.legacy.ApplicationLoaders.Chosen;
import io.eyewall.local.legacy.ApplicationLoaders.Mode;
import java.nio.file.Path;
import java.util.List;

/** Loads applications that the command runs, with what the build has taken from old Storm. */
final class Applications {
    private Applications() {}

    /**
     * Chooses how to load one.
     *
     * @param jars at least one, which can be read
     * @param legacy whether it is adapted to today's Storm in any case
     */
    static Chosen choose(List<Path> jars, boolean legacy) {
        installFolder();
        return ApplicationLoaders.choose(
                jars, Applications.class.getClassLoader(), legacy ? Mode.LEGACY : Mode.AS_NEEDED);
    }

    /** Says where it is, to whatever loads applications in this process. */
    static void installFolder() {
        if (System.getProperty(ApplicationLoaders.FOLDER_PROPERTY) == null) {
            System.setProperty(
                    ApplicationLoaders.FOLDER_PROPERTY, BuiltFiles.find("legacy").toString());
        }
    }
}
