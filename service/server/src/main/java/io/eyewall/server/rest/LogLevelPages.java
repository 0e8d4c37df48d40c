package io.eyewall.server.rest;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.LogLevel;
import org.apache.storm.generated.LogLevelAction;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.apache.storm.thrift.TException;
import org.jspecify.annotations.Nullable;

/** Reads and sets the levels of a topology's loggers. */
final class LogLevelPages {
    private static final Set<String> LEVELS =
            Set.of("OFF", "FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL");

    private LogLevelPages() {}

    static Map<String, Object> get(RestCall call) throws TException {
        Map<String, Object> rows = new HashMap<>();
        Map<String, LogLevel> levels =
                call.nimbus().getLogConfig(call.topologyId()).get_named_logger_level();
        if (levels != null) {
            levels.forEach((logger, level) -> rows.put(logger, row(level)));
        }
        return Map.of("namedLoggerLevels", rows);
    }

    private static Map<String, Object> row(LogLevel level) {
        Map<String, Object> row = new HashMap<>();
        row.put("target_level", level.get_target_log_level());
        row.put("reset_level", level.get_reset_log_level());
        row.put("timeout", level.get_reset_log_level_timeout_secs());
        row.put("timeout_epoch", level.get_reset_log_level_timeout_epoch());
        return row;
    }

    /** Calls Nimbus once for each logger; loggers that the body doesn't name keep their levels. */
    static Map<String, Object> set(RestCall call) throws TException, ParseException {
        if (!(JSONValue.parseWithException(call.body()) instanceof Map<?, ?> body)
                || !(body.get("namedLoggerLevels") instanceof Map<?, ?> levels)) {
            throw new IllegalArgumentException(
                    "expected {\"namedLoggerLevels\": {LOGGER: {\"target_level\": LEVEL, \"timeout\":"
                            + " SECONDS}}}");
        }
        Map<String, LogLevel> levelByLogger = new HashMap<>();
        levels.forEach(
                (logger, level) -> levelByLogger.put(String.valueOf(logger), level(logger, level)));
        for (Map.Entry<String, LogLevel> level : levelByLogger.entrySet()) {
            LogConfig singleLevel = new LogConfig();
            singleLevel.put_to_named_logger_level(level.getKey(), level.getValue());
            call.nimbus().setLogConfig(call.topologyId(), singleLevel);
        }
        return get(call);
    }

    private static LogLevel level(Object logger, @Nullable Object setting) {
        if (!(setting instanceof Map<?, ?> fields)
                || !(fields.get("timeout") instanceof Number timeoutSecs)) {
            throw new IllegalArgumentException(
                    "logger " + logger + " has no timeout, in seconds; 0 is for ever");
        }
        Object target = fields.get("target_level");
        LogLevel level = new LogLevel();
        level.set_reset_log_level_timeout_secs(timeoutSecs.intValue());
        if (target == null || target.toString().isEmpty()) {
            level.set_action(LogLevelAction.REMOVE);
        } else {
            level.set_action(LogLevelAction.UPDATE);
            level.set_target_log_level(knownLevel(target.toString()));
        }
        return level;
    }

    /** Returns the level; an unknown one becomes DEBUG, as in Log4j. */
    private static String knownLevel(String level) {
        String name = level.toUpperCase(Locale.ROOT);
        return LEVELS.contains(name) ? name : "DEBUG";
    }
}
