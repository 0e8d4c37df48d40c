package io.eyewall.server.keeper;

import io.eyewall.local.StormConf;
import io.eyewall.local.launch.StormClassLoader;
import io.eyewall.local.legacy.ApplicationLoaders;
import io.eyewall.server.store.Launch;
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
final class WorkerStart {
    private final KeeperSettings settings;

    WorkerStart(KeeperSettings settings) {
        this.settings = settings;
    }

    /**
     * Starts a worker. It does not depend on this process from then on, unless it runs inside it.
     *
     * @param logs folder for its output
     * @throws IOException if it can't be started
     */
    WorkerChild start(TopologyFolder folder, String id, Path logs) throws IOException {
        return settings.inside()
                ? InProcessWorker.start(folder, id, prepare(folder, logs))
                : new WorkerChild.OfProcess(startProcess(folder, id, logs));
    }

    /** Starts a worker in a process of its own, also if other topologies run inside the server. */
    Process startProcess(TopologyFolder folder, String id, Path logs) throws IOException {
        prepare(folder, logs);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings.jvmOptions());
        command.addAll(StormClassLoader.systemLoaderOptions());
        command.addAll(ChildOptions.of(folder.conf(), settings.daemonConf(), id));
        String legacy = System.getProperty(ApplicationLoaders.FOLDER_PROPERTY);
        if (legacy != null) {
            command.add(
                    "-D"
                            + ApplicationLoaders.FOLDER_PROPERTY
                            + "="
                            + Path.of(legacy).toAbsolutePath());
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

    private Launch prepare(TopologyFolder folder, Path logs) throws IOException {
        Files.createDirectories(logs);
        Files.createDirectories(folder.work());
        Launch launch =
                new Launch(
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
        String own = System.getProperty("java.class.path");
        return Arrays.stream(own.split(File.pathSeparator, -1))
                .map(element -> Path.of(element).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
