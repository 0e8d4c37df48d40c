package io.eyewall.local.log;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.LogLevel;
import org.apache.storm.generated.LogLevelAction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requested log levels, by topology (Storm: daemon/nimbus/Nimbus.java {@code setLogConfig}).
 * Loggers belong to the process: if two topologies name the same logger, the last request wins. Any
 * thread may call.
 */
public final class LogConfigs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogConfigs.class);

    private final LevelSwitch levelSwitch;
    private final Map<String, Map<String, LogLevel>> requestedByTopology = new HashMap<>();
    private final Map<String, LogLevel> inForce = new HashMap<>();

    /** The topology that requested each level in force, by logger. */
    private final Map<String, String> requestedBy = new HashMap<>();

    private final ScheduledThreadPoolExecutor timer;

    /**
     * @param levelSwitch applies every change
     */
    public LogConfigs(LevelSwitch levelSwitch) {
        this.levelSwitch = levelSwitch;
        timer =
                new ScheduledThreadPoolExecutor(
                        1,
                        command -> {
                            Thread thread = new Thread(command, "eyewall-log-levels");
                            thread.setDaemon(true);
                            return thread;
                        });
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Changes levels: sets those with the action UPDATE, for their timeout or until they are
     * removed, and resets those with the action REMOVE. Other levels of the topology stay.
     *
     * @throws UnsupportedOperationException if this process's logging can't be changed; then no
     *     level has changed
     */
    public synchronized void set(String topologyId, LogConfig change) {
        if (!change.is_set_named_logger_level()) {
            return;
        }
        Map<String, LogLevel> topologyLevels =
                new HashMap<>(requestedByTopology.getOrDefault(topologyId, Map.of()));
        Map<String, LogLevel> newLevels = new HashMap<>(inForce);
        change.get_named_logger_level()
                .forEach(
                        (logger, level) -> {
                            if (level.get_action() == LogLevelAction.REMOVE) {
                                topologyLevels.remove(logger);
                                newLevels.remove(logger);
                            } else if (level.get_action() == LogLevelAction.UPDATE) {
                                LogLevel withDeadline = withDeadline(level);
                                topologyLevels.put(logger, withDeadline);
                                newLevels.put(logger, withDeadline);
                            }
                        });
        apply(newLevels);
        requestedByTopology.put(topologyId, topologyLevels);
        change.get_named_logger_level().keySet().forEach(name -> requestedBy.put(name, topologyId));
        requestedBy.keySet().retainAll(inForce.keySet());
        change.get_named_logger_level()
                .keySet()
                .forEach(logger -> scheduleReset(logger, topologyLevels.get(logger)));
    }

    /**
     * Returns a copy of a level with the time at which it is reset; 0 for a level without a
     * timeout.
     */
    private static LogLevel withDeadline(LogLevel requested) {
        LogLevel level = requested.deepCopy();
        int secs = level.get_reset_log_level_timeout_secs();
        level.set_reset_log_level_timeout_epoch(
                secs <= 0 ? 0 : System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(secs));
        return level;
    }

    private void apply(Map<String, LogLevel> newLevels) {
        Map<String, String> levels = new HashMap<>();
        newLevels.forEach((logger, level) -> levels.put(logger, level.get_target_log_level()));
        levelSwitch.apply(levels);
        inForce.clear();
        inForce.putAll(newLevels);
    }

    @SuppressWarnings(
            "ReferenceEquality") // identity: a level that was set again has a timeout of its own
    private void scheduleReset(String logger, @Nullable LogLevel level) {
        if (level == null
                || level.get_reset_log_level_timeout_secs() <= 0
                || inForce.get(logger) != level) {
            return;
        }
        var unused =
                timer.schedule(
                        () -> reset(logger, level),
                        level.get_reset_log_level_timeout_secs(),
                        TimeUnit.SECONDS);
    }

    @SuppressWarnings("ReferenceEquality") // identity, as in scheduleReset
    private synchronized void reset(String logger, LogLevel level) {
        if (inForce.get(logger) != level) {
            return; // the level was changed meanwhile
        }
        Map<String, LogLevel> newLevels = new HashMap<>(inForce);
        newLevels.remove(logger);
        try {
            apply(newLevels);
        } catch (UnsupportedOperationException e) {
            LOG.warn("the level of logger {} could not be reset", logger, e);
        }
    }

    /**
     * Removes topologies that are over, and resets their levels.
     *
     * @param topologyIds the ids of the topologies that are not over
     */
    public synchronized void retainTopologies(Set<String> topologyIds) {
        if (topologyIds.containsAll(requestedByTopology.keySet())) {
            return;
        }
        requestedByTopology.keySet().retainAll(topologyIds);
        Map<String, LogLevel> newLevels = new HashMap<>(inForce);
        newLevels.keySet().removeIf(logger -> !topologyIds.contains(requestedBy.get(logger)));
        apply(newLevels);
        requestedBy.keySet().retainAll(inForce.keySet());
    }

    /**
     * Returns the requested levels of a topology; levels whose timeout has passed are still
     * reported, as on Storm.
     */
    public synchronized LogConfig get(String topologyId) {
        LogConfig config = new LogConfig();
        config.set_named_logger_level(
                new HashMap<>(requestedByTopology.getOrDefault(topologyId, Map.of())));
        return config;
    }

    /** Stops the timer; levels that are set now stay. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
