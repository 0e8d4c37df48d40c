package io.eyewall.plugin.worker;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.utils.ConfigUtils;

/**
 * The files that a supervisor keeps of a worker: the numbers of its processes among others, by
 * which it ends them. Storm's worker writes its own when it begins to work, seconds after its
 * process was started. A supervisor that is to end it before that finds no process, takes it for
 * dead and deletes all of this, and the process goes on as an orphan, which keeps the slot's port.
 * So ours writes the number first, and ends itself when it finds that it was given up. Any thread.
 */
final class WorkerFolder {
    private final Path root;
    private final Path processes;

    WorkerFolder(Path root, Path processes) {
        this.root = root;
        this.processes = processes;
    }

    static WorkerFolder of(Map<String, Object> conf, String workerId) {
        return new WorkerFolder(
                Path.of(ConfigUtils.workerRoot(conf, workerId)),
                Path.of(ConfigUtils.workerPidsRoot(conf, workerId)));
    }

    /**
     * Lets the supervisor know of a process.
     *
     * @return false if it has given the worker up
     */
    boolean claim(long processId) throws IOException {
        try {
            Files.createFile(processes.resolve(Long.toString(processId)));
        } catch (FileAlreadyExistsException e) {
            return true; // of a process of the same number, which is no more
        } catch (NoSuchFileException e) {
            return !isGone();
        }
        return true;
    }

    /** Whether the supervisor has given the worker up; false where that can't be told. */
    boolean isGone() {
        return Files.notExists(root);
    }
}
