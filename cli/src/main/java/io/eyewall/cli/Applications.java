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
        return choose(jars, List.of(), legacy ? Mode.LEGACY : Mode.AS_NEEDED);
    }

    /**
     * Chooses how to load one.
     *
     * @param jars which can be read
     * @param further jars of ours that it is loaded with
     */
    static Chosen choose(List<Path> jars, List<Path> further, Mode mode) {
        installFolder();
        ClassLoader parent = Applications.class.getClassLoader();
        return ApplicationLoaders.choose(jars, further, parent, mode);
    }

    /** Says where it is, to whatever loads applications in this process. */
    static void installFolder() {
        if (System.getProperty(ApplicationLoaders.FOLDER_PROPERTY) == null) {
            System.setProperty(
                    ApplicationLoaders.FOLDER_PROPERTY, BuiltFiles.find("legacy").toString());
        }
    }
}
