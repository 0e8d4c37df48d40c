package io.eyewall.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Sets the levels of loggers on the standard error: the application's from INFO on, ours, Storm's
 * and those of well-known libraries from WARN on. As system properties of the SLF4J binding; what
 * the user has set there stays.
 */
public final class LogLevels {
    private static final String PREFIX = "org.slf4j.simpleLogger.";
    private static final Set<String> LEVELS =
            Set.of("trace", "debug", "info", "warn", "error", "off");

    /** Packages that tell users more than they asked for. */
    private static final List<String> QUIET =
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

    /** In them, what is there to be read: examples, and bolts and consumers that log tuples. */
    private static final List<String> SPEAKING =
            List.of(
                    "io.eyewall.examples",
                    "org.apache.storm.flux.wrappers.bolts",
                    "org.apache.storm.metric.LoggingMetricsConsumer",
                    "org.apache.storm.starter");

    private final Map<String, String> wanted = new LinkedHashMap<>();

    /**
     * Also wants a level for a logger and those below it, or for all.
     *
     * @param setting {@code LEVEL} or {@code LOGGER=LEVEL}
     * @throws IllegalArgumentException if there is no such level
     */
    public void want(String setting) {
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
        wanted.put(logger, level);
    }

    /**
     * Returns the system properties to set; later ones win.
     *
     * @param verbosity of {@code -v}: 1 lets everybody speak from INFO on, 2 from DEBUG on
     */
    Map<String, String> properties(int verbosity) {
        Map<String, String> levels = new LinkedHashMap<>();
        String all = wanted.get("");
        boolean decided = System.getProperty(PREFIX + "defaultLogLevel") != null;
        if (all == null && verbosity == 0 && !decided) {
            QUIET.forEach(name -> levels.put(PREFIX + "log." + name, "warn"));
            SPEAKING.forEach(name -> levels.put(PREFIX + "log." + name, "info"));
        }
        String otherwise = verbosity < 2 ? "info" : "debug";
        levels.put(PREFIX + "defaultLogLevel", all == null ? otherwise : all);
        wanted.forEach(
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

    /** Sets them; to be called before the first logger is made. */
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
