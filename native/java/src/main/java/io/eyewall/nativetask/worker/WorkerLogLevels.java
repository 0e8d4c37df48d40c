package io.eyewall.nativetask.worker;

import java.util.Objects;
import org.apache.storm.daemon.worker.LogConfigManager;
import org.apache.storm.generated.LogConfig;
import org.jspecify.annotations.Nullable;

/**
 * Applies logger levels that Storm's UI or {@code storm set_log_level} set for the topology.
 * Confined to one thread.
 */
final class WorkerLogLevels {
    private final LogConfigManager manager = new LogConfigManager();
    private @Nullable LogConfig previous;

    /** Applies a changed configuration, and resets levels whose time is over. */
    void refresh(@Nullable LogConfig current) {
        if (current != null && !Objects.equals(current, previous)) {
            manager.processLogConfigChange(current);
        }
        previous = current;
        manager.resetLogLevels();
    }
}
