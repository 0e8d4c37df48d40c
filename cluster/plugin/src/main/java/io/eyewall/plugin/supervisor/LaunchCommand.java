package io.eyewall.plugin.supervisor;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Adapts a supervisor's command for a worker: another main class, and this jar on the class path.
 */
final class LaunchCommand {
    private static final String STORM_MAIN_CLASS = "org.apache.storm.daemon.worker.Worker";
    private static final String PLUGIN_MAIN_CLASS = "io.eyewall.plugin.worker.SmoothWorker";

    private LaunchCommand() {}

    /**
     * Returns the adapted command; unchanged if it does not start Storm's worker class, as in
     * another version of Storm.
     *
     * @param jar the jar that contains the plug-in
     */
    static List<String> adapt(List<String> command, String jar) {
        int main = command.lastIndexOf(STORM_MAIN_CLASS);
        if (main < 0) {
            return command;
        }
        List<String> adapted = new ArrayList<>(command);
        adapted.set(main, PLUGIN_MAIN_CLASS);
        int classPath = command.subList(0, main).lastIndexOf("-cp") + 1;
        if (classPath > 0 && classPath < main) {
            adapted.set(classPath, command.get(classPath) + File.pathSeparator + jar);
        }
        return List.copyOf(adapted);
    }
}
