package io.eyewall.server.worker;

import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The old version that a worker's topology has replaced, and its state. For one thread. */
final class Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);
    private static final long POLL_MS = 2;
    private static final String STATE_FOLDER = "rocksdb";

    private final TopologyFolder folder;
    private final UpdateNote note;

    /**
     * @param successor folder of the new version
     */
    Predecessor(TopologyFolder successor, UpdateNote note) {
        this.folder = new TopologyFolder(successor.path().resolveSibling(note.replaces()));
        this.note = note;
    }

    /**
     * Waits until no process runs the old version, and therefore none has its state open.
     *
     * @return false if the limit was reached first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean awaitEnd(long limitNs) throws InterruptedException {
        long beginNs = System.nanoTime();
        while (isRunning()) {
            if (System.nanoTime() - beginNs > limitNs) {
                LOG.error("topology {} has been replaced, but its process does not end", folder);
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return true;
    }

    private boolean isRunning() {
        try {
            return folder.isRunning();
        } catch (IOException e) { // the folder is removed only when no process runs the topology
            return Files.exists(folder.path());
        }
    }

    /**
     * Moves the state of the old version's bolts aside if the update says so. Repeated calls have
     * no further effect.
     *
     * @param conf the server's configuration, overridden by the topology's
     * @param id id of the new version
     */
    void putStateAside(String name, String id, Map<String, Object> conf) throws IOException {
        String stateDir =
                ConfigKeys.textValue(ConfigKeys.STATE_DIR, conf, "topology '" + name + "'");
        if (!note.withoutState() || stateDir == null) {
            return;
        }
        Path state = Path.of(stateDir, name, STATE_FOLDER);
        Path formerState = state.resolveSibling(STATE_FOLDER + "-before-" + id);
        if (Files.isDirectory(state) && !Files.exists(formerState)) {
            Files.move(state, formerState);
            LOG.warn(
                    "topology '{}' starts without state; its former state is in {}",
                    name,
                    formerState);
        }
    }
}
