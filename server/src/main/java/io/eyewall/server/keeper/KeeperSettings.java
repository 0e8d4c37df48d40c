package io.eyewall.server.keeper;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that all topologies of a server share.
 *
 * @param daemonConf what Storm's daemons would be configured with
 * @param jvmOptions of all processes; those of a topology come after them
 * @param firstPause before a process that has crashed twice in a row is started again
 * @param longestPause the most that this grows to
 * @param logBytes of one log file
 * @param logFiles full ones that are kept, of each topology
 * @param inside whether topologies run inside the server's process
 */
public record KeeperSettings(
        Map<String, Object> daemonConf,
        List<String> jvmOptions,
        Duration firstPause,
        Duration longestPause,
        long logBytes,
        int logFiles,
        boolean inside) {
    /** A process that ran as long has not crashed at its start. */
    static final Duration LONG_ENOUGH = Duration.ofMinutes(1);

    public KeeperSettings {
        daemonConf = Collections.unmodifiableMap(new HashMap<>(daemonConf)); // nulls allowed
        jvmOptions = List.copyOf(jvmOptions);
    }

    /** Each topology in a process of its own. */
    public KeeperSettings(
            Map<String, Object> daemonConf,
            List<String> jvmOptions,
            Duration firstPause,
            Duration longestPause,
            long logBytes,
            int logFiles) {
        this(daemonConf, jvmOptions, firstPause, longestPause, logBytes, logFiles, false);
    }

    /** Pauses from one second to one minute; five full files of 10 MiB. */
    public static KeeperSettings usual(Map<String, Object> daemonConf) {
        return new KeeperSettings(
                daemonConf, List.of(), Duration.ofSeconds(1), Duration.ofMinutes(1), 10 << 20, 5);
    }

    /** The same with another configuration. */
    public KeeperSettings withDaemonConf(Map<String, Object> other) {
        return new KeeperSettings(
                other, jvmOptions, firstPause, longestPause, logBytes, logFiles, inside);
    }

    /** The same with topologies inside the server's process, or not. */
    public KeeperSettings withInside(boolean now) {
        return new KeeperSettings(
                daemonConf, jvmOptions, firstPause, longestPause, logBytes, logFiles, now);
    }

    BackOff backOff() {
        return new BackOff(firstPause, longestPause, LONG_ENOUGH);
    }
}
