package io.eyewall.server.keeper;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that all topologies of a server share.
 *
 * @param daemonConf the configuration of Storm's daemons
 * @param jvmOptions JVM options of all processes; a topology's own options follow them
 * @param firstPause delay of the restart after the second crash in a row; doubled after each
 *     further one
 * @param longestPause the largest delay of a restart
 * @param logBytes size in bytes of a log file
 * @param logFiles number of rotated log files that are kept for each topology
 * @param insideServer whether topologies run inside the server's process
 */
public record KeeperSettings(
        Map<String, Object> daemonConf,
        List<String> jvmOptions,
        Duration firstPause,
        Duration longestPause,
        long logBytes,
        int logFiles,
        boolean insideServer) {
    /** A process that has run for this long resets the count of crashes in a row. */
    static final Duration STABLE_AFTER = Duration.ofMinutes(1);

    public KeeperSettings {
        daemonConf = Collections.unmodifiableMap(new HashMap<>(daemonConf)); // nulls allowed
        jvmOptions = List.copyOf(jvmOptions);
    }

    /** Creates settings with which each topology runs in a process of its own. */
    public KeeperSettings(
            Map<String, Object> daemonConf,
            List<String> jvmOptions,
            Duration firstPause,
            Duration longestPause,
            long logBytes,
            int logFiles) {
        this(daemonConf, jvmOptions, firstPause, longestPause, logBytes, logFiles, false);
    }

    /**
     * Returns the default settings: delays from one second to one minute; five rotated log files of
     * 10 MiB.
     */
    public static KeeperSettings defaults(Map<String, Object> daemonConf) {
        return new KeeperSettings(
                daemonConf, List.of(), Duration.ofSeconds(1), Duration.ofMinutes(1), 10 << 20, 5);
    }

    /** Returns these settings with another configuration. */
    public KeeperSettings withDaemonConf(Map<String, Object> other) {
        return new KeeperSettings(
                other, jvmOptions, firstPause, longestPause, logBytes, logFiles, insideServer);
    }

    /** Returns these settings with topologies inside the server's process, or not. */
    public KeeperSettings withInsideServer(boolean now) {
        return new KeeperSettings(
                daemonConf, jvmOptions, firstPause, longestPause, logBytes, logFiles, now);
    }

    RestartDelay restartDelay() {
        return new RestartDelay(firstPause, longestPause, STABLE_AFTER);
    }
}
