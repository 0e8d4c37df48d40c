package io.eyewall.plugin.supervisor;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Adapts a supervisor's command for a worker: another main class, and this jar on the class path.
 */
final class LaunchCommand {
    private static final String STORMS_MAIN = "org.apache.storm.daemon.worker.Worker";
    private static final String OUR_MAIN = "io.eyewall.plugin.worker.SmoothWorker";

    private LaunchCommand() {}

    /**
     * Returns the adapted command; unchanged if it does not start Storm's worker class, as in
     * another version of Storm.
     *
     * @param jar the jar that contains the plug-in
     */
    static List<String> with(List<String> command, String jar) {
        int main = command.lastIndexOf(STORMS_MAIN);
        if (main < 0) {
            return command;
        }
        List<String> changed = new ArrayList<>(command);
        changed.set(main, OUR_MAIN);
        int classPath = command.subList(0, main).lastIndexOf("-cp") + 1;
        if (classPath > 0 && classPath < main) {
            changed.set(classPath, command.get(classPath) + File.pathSeparator + jar);
        }
        return List.copyOf(changed);
    }
}
