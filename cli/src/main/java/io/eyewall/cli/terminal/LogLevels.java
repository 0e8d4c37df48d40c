package io.eyewall.cli.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Sets log levels for the standard error: INFO for the application's loggers, WARN for those of
 * Eyewall, Storm and well-known libraries. The levels are system properties of the SLF4J binding; a
 * property that the user has set is not changed.
 */
public final class LogLevels {
    private static final String PREFIX = "org.slf4j.simpleLogger.";
    private static final Set<String> LEVELS =
            Set.of("trace", "debug", "info", "warn", "error", "off");

    /** Packages that log more than users need at level INFO. */
    private static final List<String> WARN_PACKAGES =
            List.of(
                    "io.eyewall",
                    "org.apache",
                    "com.amazonaws",
                    "com.codahale",
                    "com.datastax",
                    "com.github.benmanes",
                    "com.google",
                    "com.mongodb",
                    "com.rabbitmq",
                    "com.zaxxer",
                    "io.dropwizard",
                    "io.grpc",
                    "io.lettuce",
                    "io.micrometer",
                    "io.netty",
                    "kafka",
                    "oracle",
                    "org.eclipse",
                    "org.elasticsearch",
                    "org.hibernate",
                    "org.jboss",
                    "org.mongodb",
                    "org.rocksdb",
                    "org.springframework",
                    "redis.clients",
                    "software.amazon");

    /**
     * Packages below {@link #WARN_PACKAGES} whose log lines users want: examples, and bolts and
     * consumers that log tuples.
     */
    private static final List<String> INFO_PACKAGES =
            List.of(
                    "io.eyewall.examples",
                    "org.apache.storm.flux.wrappers.bolts",
                    "org.apache.storm.metric.LoggingMetricsConsumer",
                    "org.apache.storm.starter");

    private final Map<String, String> settings = new LinkedHashMap<>();

    /**
     * Sets the level of a logger and those below it, or of all loggers, in addition to the
     * defaults.
     *
     * @param setting {@code LEVEL} or {@code LOGGER=LEVEL}
     * @throws IllegalArgumentException if there is no such level
     */
    public void addSetting(String setting) {
        int equals = setting.lastIndexOf('=');
        String logger = equals < 0 ? "" : setting.substring(0, equals);
        String level = setting.substring(equals + 1).toLowerCase(Locale.ROOT);
        if (!LEVELS.contains(level) || equals == 0) {
            throw new IllegalArgumentException(
                    "--log "
                            + setting
                            + ": expected LEVEL or LOGGER=LEVEL, where LEVEL is trace, debug, info,"
                            + " warn, error or off");
        }
        settings.put(logger, level);
    }

    /**
     * Returns the system properties to set; later ones override earlier ones.
     *
     * @param verbosity number of {@code -v} options: 1 sets all loggers to INFO, 2 to DEBUG
     */
    Map<String, String> properties(int verbosity) {
        Map<String, String> levels = new LinkedHashMap<>();
        String allLoggers = settings.get("");
        boolean levelIsSet = System.getProperty(PREFIX + "defaultLogLevel") != null;
        if (allLoggers == null && verbosity == 0 && !levelIsSet) {
            WARN_PACKAGES.forEach(name -> levels.put(PREFIX + "log." + name, "warn"));
            INFO_PACKAGES.forEach(name -> levels.put(PREFIX + "log." + name, "info"));
        }
        String defaultLevel = verbosity < 2 ? "info" : "debug";
        levels.put(PREFIX + "defaultLogLevel", allLoggers == null ? defaultLevel : allLoggers);
        settings.forEach(
                (logger, level) -> {
                    if (!logger.isEmpty()) {
                        levels.put(PREFIX + "log." + logger, level);
                    }
                });
        levels.put(PREFIX + "showDateTime", "true");
        levels.put(PREFIX + "dateTimeFormat", "HH:mm:ss.SSS");
        levels.put(PREFIX + "levelInBrackets", "true");
        levels.put("slf4j.internal.verbosity", "WARN");
        return levels;
    }

    /** Sets the system properties. To be called before the first logger is created. */
    public void install(int verbosity) {
        properties(verbosity)
                .forEach(
                        (property, value) -> {
                            if (System.getProperty(property) == null) {
                                System.setProperty(property, value);
                            }
                        });
    }
}
