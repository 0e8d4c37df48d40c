package io.eyewall.server.worker;

import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.state.StateFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uses Eyewall's state provider once in a temporary folder before it is needed. Loading the native
 * library and classes takes longer than opening a state of usual size, and would prolong the pause
 * of an update.
 */
final class StateWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(StateWarmUp.class);
    private static final String EYEWALL_PROVIDER = "io.eyewall.state.RocksDbKeyValueStateProvider";

    private StateWarmUp() {}

    /**
     * Warms up if the topology uses Eyewall's provider. Errors are ignored; they appear again when
     * the real state is opened.
     *
     * @param conf the server's configuration, overridden by the topology's
     * @param work folder for the temporary state
     */
    static void run(Map<String, Object> conf, Path work) {
        if (!EYEWALL_PROVIDER.equals(conf.get(Config.TOPOLOGY_STATE_PROVIDER))) {
            return;
        }
        try {
            Path folder = Files.createTempDirectory(work, "warm-up");
            try {
                Map<String, Object> changed = new HashMap<>(conf);
                changed.put(ConfigKeys.STATE_DIR.name(), folder.toString());
                changed.put(ConfigKeys.STATE_SYNC.name(), false);
                useOnce(changed);
            } finally {
                delete(folder);
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.debug("warm-up of the state provider failed", e);
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // Eyewall's provider needs no context
    private static void useOnce(Map<String, Object> conf) {
        KeyValueState<Object, Object> state =
                (KeyValueState<Object, Object>) StateFactory.getState("warm-up", conf, null);
        state.put("key", 1L);
        state.get("key");
        state.prepareCommit(1);
        state.commit(1);
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path emptied, @Nullable IOException thrown) throws IOException {
                        Files.deleteIfExists(emptied);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
