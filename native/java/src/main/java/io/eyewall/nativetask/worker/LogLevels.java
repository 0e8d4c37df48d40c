package io.eyewall.nativetask.worker;

import java.util.Objects;
import org.apache.storm.daemon.worker.LogConfigManager;
import org.apache.storm.generated.LogConfig;
import org.jspecify.annotations.Nullable;

/**
 * Levels of loggers that Storm's UI or {@code storm set_log_level} has set for the topology. One
 * thread.
 */
final class LogLevels {
    private final LogConfigManager manager = new LogConfigManager();
    private @Nullable LogConfig last;

    /** Sets what is new, and back what was set for a time that is over. */
    void refresh(@Nullable LogConfig now) {
        if (now != null && !Objects.equals(now, last)) {
            manager.processLogConfigChange(now);
        }
        last = now;
        manager.resetLogLevels();
    }
}
