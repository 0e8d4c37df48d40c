package io.eyewall.server.keeper;

import io.eyewall.local.StormConf;
import io.eyewall.local.launch.StormClassLoader;
import io.eyewall.local.legacy.ApplicationLoaders;
import io.eyewall.server.store.LaunchParameters;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.worker.WorkerMain;
import io.eyewall.server.worker.WorkerOutput;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Starts the processes that run topologies. */
final class WorkerStarter {
    private final KeeperSettings settings;

    WorkerStarter(KeeperSettings settings) {
        this.settings = settings;
    }

    /**
     * Starts a worker. From then on the worker does not depend on this process, unless it runs
     * inside it.
     *
     * @param logs folder for its output
     * @throws IOException if it can't be started
     */
    WorkerChild start(TopologyFolder folder, String id, Path logs) throws IOException {
        return settings.insideServer()
                ? InProcessWorker.start(folder, id, storeLaunch(folder, logs))
                : new WorkerChild.OfProcess(startProcess(folder, id, logs));
    }

    /** Starts a worker in a process of its own, even if other topologies run inside the server. */
    Process startProcess(TopologyFolder folder, String id, Path logs) throws IOException {
        storeLaunch(folder, logs);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings.jvmOptions());
        command.addAll(StormClassLoader.systemLoaderOptions());
        command.addAll(ChildOptions.assemble(folder.conf(), settings.daemonConf(), id));
        String legacyFolder = System.getProperty(ApplicationLoaders.FOLDER_PROPERTY);
        if (legacyFolder != null) {
            command.add(
                    "-D"
                            + ApplicationLoaders.FOLDER_PROPERTY
                            + "="
                            + Path.of(legacyFolder).toAbsolutePath());
        }
        command.add("-cp");
        command.add(classPath());
        command.add(WorkerMain.class.getName());
        command.add(folder.toString());
        File output = WorkerOutput.jvmLog(logs).toFile();
        return new ProcessBuilder(command)
                .directory(folder.work().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
                .start();
    }

    private LaunchParameters storeLaunch(TopologyFolder folder, Path logs) throws IOException {
        Files.createDirectories(logs);
        Files.createDirectories(folder.work());
        LaunchParameters launch =
                new LaunchParameters(
                        StormConf.toJson(settings.daemonConf()),
                        logs.toString(),
                        settings.logBytes(),
                        settings.logFiles());
        folder.write(launch);
        return launch;
    }

    /**
     * Returns the class path with absolute paths, because the process has another working
     * directory.
     */
    private static String classPath() {
        String ownPath = System.getProperty("java.class.path");
        return Arrays.stream(ownPath.split(File.pathSeparator, -1))
                .map(element -> Path.of(element).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
