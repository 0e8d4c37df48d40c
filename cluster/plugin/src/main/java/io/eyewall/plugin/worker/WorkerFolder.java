package io.eyewall.plugin.worker;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.utils.ConfigUtils;

/**
 * The folder in which a supervisor keeps a worker's files, among them the ids of its processes,
 * which the supervisor needs to kill them. Storm's worker writes its process id when it starts to
 * work, seconds after its process was started. A supervisor that must kill it before that finds no
 * process, considers the worker dead and deletes the folder, while the process continues as an
 * orphan that occupies the slot's port. This plug-in's worker therefore writes its process id
 * first, and ends itself when it finds that the supervisor has given it up. Any thread may call.
 */
final class WorkerFolder {
    private final Path root;
    private final Path processIds;

    WorkerFolder(Path root, Path processIds) {
        this.root = root;
        this.processIds = processIds;
    }

    static WorkerFolder of(Map<String, Object> conf, String workerId) {
        return new WorkerFolder(
                Path.of(ConfigUtils.workerRoot(conf, workerId)),
                Path.of(ConfigUtils.workerPidsRoot(conf, workerId)));
    }

    /**
     * Records a process id for the supervisor.
     *
     * @return false if the supervisor has given up the worker
     */
    boolean recordProcess(long processId) throws IOException {
        try {
            Files.createFile(processIds.resolve(Long.toString(processId)));
        } catch (FileAlreadyExistsException e) {
            return true; // the file was left by a dead process with the same id
        } catch (NoSuchFileException e) {
            return !isGivenUp();
        }
        return true;
    }

    /** Returns whether the supervisor has given up the worker; false if unknown. */
    boolean isGivenUp() {
        return Files.notExists(root);
    }
}
