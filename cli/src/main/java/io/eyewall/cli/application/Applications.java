package io.eyewall.cli.application;

import io.eyewall.local.legacy.ApplicationLoaders;
import io.eyewall.local.legacy.ApplicationLoaders.Chosen;
import io.eyewall.local.legacy.ApplicationLoaders.Mode;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads the applications that the command runs. Applications for old versions of Storm get the old
 * classes that the build has put beside the command.
 */
public final class Applications {
    private Applications() {}

    /**
     * Chooses how to load an application.
     *
     * @param jars readable jars; at least one
     * @param legacy whether to adapt the application to today's Storm in any case
     */
    public static Chosen choose(List<Path> jars, boolean legacy) {
        return choose(jars, List.of(), legacy ? Mode.LEGACY : Mode.AS_NEEDED);
    }

    /**
     * Chooses how to load an application.
     *
     * @param jars readable jars
     * @param eyewallJars jars of Eyewall that are loaded together with the application
     */
    public static Chosen choose(List<Path> jars, List<Path> eyewallJars, Mode mode) {
        setLegacyFolder();
        ClassLoader parent = Applications.class.getClassLoader();
        return ApplicationLoaders.choose(jars, eyewallJars, parent, mode);
    }

    /**
     * Sets the system property that names the folder of the old classes, unless it is set.
     * Everything that loads applications in this process reads that property.
     */
    public static void setLegacyFolder() {
        if (System.getProperty(ApplicationLoaders.FOLDER_PROPERTY) == null) {
            System.setProperty(
                    ApplicationLoaders.FOLDER_PROPERTY, BuiltFiles.find("legacy").toString());
        }
    }
}
