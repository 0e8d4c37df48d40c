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
 * The log levels that were asked for, by topology (Storm: daemon/nimbus/Nimbus.java {@code
 * setLogConfig}). Loggers belong to the process: two topologies that name the same one get what was
 * asked for last. Any thread may call.
 */
public final class LogConfigs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogConfigs.class);

    private final LevelSwitch levelSwitch;
    private final Map<String, Map<String, LogLevel>> byTopology = new HashMap<>();
    private final Map<String, LogLevel> inForce = new HashMap<>();

    /** The requester of each level in force, by logger. */
    private final Map<String, String> askedBy = new HashMap<>();

    private final ScheduledThreadPoolExecutor timer;

    /**
     * @param levelSwitch told of every change
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
     * Changes levels: sets those that say UPDATE, for their time or until they are removed, and
     * gives up those that say REMOVE. Those that it doesn't name stay.
     *
     * @throws UnsupportedOperationException if this process's logging can't be changed; then
     *     nothing has
     */
    public synchronized void set(String topologyId, LogConfig change) {
        if (!change.is_set_named_logger_level()) {
            return;
        }
        Map<String, LogLevel> known = new HashMap<>(byTopology.getOrDefault(topologyId, Map.of()));
        Map<String, LogLevel> wanted = new HashMap<>(inForce);
        change.get_named_logger_level()
                .forEach(
                        (logger, level) -> {
                            if (level.get_action() == LogLevelAction.REMOVE) {
                                known.remove(logger);
                                wanted.remove(logger);
                            } else if (level.get_action() == LogLevelAction.UPDATE) {
                                LogLevel timed = timed(level);
                                known.put(logger, timed);
                                wanted.put(logger, timed);
                            }
                        });
        apply(wanted);
        byTopology.put(topologyId, known);
        change.get_named_logger_level().keySet().forEach(name -> askedBy.put(name, topologyId));
        askedBy.keySet().retainAll(inForce.keySet());
        change.get_named_logger_level()
                .keySet()
                .forEach(logger -> resetInTime(logger, known.get(logger)));
    }

    /** With the end of its time; 0 for one that has none. */
    private static LogLevel timed(LogLevel asked) {
        LogLevel level = asked.deepCopy();
        int secs = level.get_reset_log_level_timeout_secs();
        level.set_reset_log_level_timeout_epoch(
                secs <= 0 ? 0 : System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(secs));
        return level;
    }

    private void apply(Map<String, LogLevel> wanted) {
        Map<String, String> levels = new HashMap<>();
        wanted.forEach((logger, level) -> levels.put(logger, level.get_target_log_level()));
        levelSwitch.apply(levels);
        inForce.clear();
        inForce.putAll(wanted);
    }

    @SuppressWarnings("ReferenceEquality") // one that was set again has a time of its own
    private void resetInTime(String logger, @Nullable LogLevel level) {
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

    @SuppressWarnings("ReferenceEquality") // as above
    private synchronized void reset(String logger, LogLevel level) {
        if (inForce.get(logger) != level) {
            return; // changed in the meantime
        }
        Map<String, LogLevel> wanted = new HashMap<>(inForce);
        wanted.remove(logger);
        try {
            apply(wanted);
        } catch (UnsupportedOperationException e) {
            LOG.warn("the level of logger {} could not be reset", logger, e);
        }
    }

    /**
     * Forgets what was asked for by topologies that are over, and gives their levels up.
     *
     * @param topologyIds of those that are not
     */
    public synchronized void retain(Set<String> topologyIds) {
        if (topologyIds.containsAll(byTopology.keySet())) {
            return;
        }
        byTopology.keySet().retainAll(topologyIds);
        Map<String, LogLevel> wanted = new HashMap<>(inForce);
        wanted.keySet().removeIf(logger -> !topologyIds.contains(askedBy.get(logger)));
        apply(wanted);
        askedBy.keySet().retainAll(inForce.keySet());
    }

    /** Returns the requested levels; levels whose time is over are still reported, as on Storm. */
    public synchronized LogConfig get(String topologyId) {
        LogConfig config = new LogConfig();
        config.set_named_logger_level(new HashMap<>(byTopology.getOrDefault(topologyId, Map.of())));
        return config;
    }

    /** Sets no level any more. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
