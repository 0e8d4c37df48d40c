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

/** The topology that a worker's topology has replaced, and what it leaves. One thread. */
final class Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);
    private static final long POLL_MS = 2;
    private static final String STATE = "rocksdb";

    private final TopologyFolder folder;
    private final UpdateNote note;

    /**
     * @param successor folder of the one that has replaced it
     */
    Predecessor(TopologyFolder successor, UpdateNote note) {
        this.folder = new TopologyFolder(successor.path().resolveSibling(note.replaces()));
        this.note = note;
    }

    /**
     * Waits until no process runs it, and so none has its state open.
     *
     * @return false when the time ran out first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean awaitEnd(long limitNs) throws InterruptedException {
        long beginNs = System.nanoTime();
        while (isRun()) {
            if (System.nanoTime() - beginNs > limitNs) {
                LOG.error("{} has been replaced, and its process does not end", folder);
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return true;
    }

    private boolean isRun() {
        try {
            return folder.isRun();
        } catch (IOException e) { // it has been removed, which is done when no process runs it
            return Files.exists(folder.path());
        }
    }

    /**
     * Puts the state of its bolts aside, if that is wanted; once, however often this is called.
     *
     * @param conf the topology's over the server's
     * @param id of the topology that has replaced it
     */
    void putStateAside(String name, String id, Map<String, Object> conf) throws IOException {
        String dir = ConfigKeys.textValue(ConfigKeys.STATE_DIR, conf, "topology '" + name + "'");
        if (!note.withoutState() || dir == null) {
            return;
        }
        Path state = Path.of(dir, name, STATE);
        Path aside = state.resolveSibling(STATE + "-before-" + id);
        if (Files.isDirectory(state) && !Files.exists(aside)) {
            Files.move(state, aside);
            LOG.warn("the state of '{}' begins anew; what was there is in {}", name, aside);
        }
    }
}
