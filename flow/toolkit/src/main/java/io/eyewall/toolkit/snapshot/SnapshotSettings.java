package io.eyewall.toolkit.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a topology's snapshots.
 *
 * @param folder folder of the topology's snapshots
 * @param interval time from the beginning of one snapshot to the beginning of the next
 * @param fingerprint tells apart two scripts of one name; empty: unknown
 */
record SnapshotSettings(Path folder, Duration interval, String fingerprint) {
    static final String DIR_KEY = "eyewall.snapshot.dir";
    static final String INTERVAL_KEY = "eyewall.snapshot.interval.ms";

    /** Set by {@code eyewall sql}: a hash of the script. */
    static final String FINGERPRINT_KEY = "eyewall.snapshot.fingerprint";

    private static final long DEFAULT_INTERVAL_MS = 10_000;
    private static final long MIN_INTERVAL_MS = 10;

    /** Returns whether a topology with this configuration takes snapshots. */
    static boolean areOn(Map<String, Object> conf) {
        Object folder = conf.get(DIR_KEY);
        return folder != null && !folder.toString().isBlank();
    }

    /**
     * Returns the settings.
     *
     * @throws IllegalArgumentException if the interval is not a number of milliseconds
     */
    static SnapshotSettings parse(Map<String, Object> conf) {
        String topology = String.valueOf(conf.get(Config.TOPOLOGY_NAME));
        return new SnapshotSettings(
                Path.of(String.valueOf(conf.get(DIR_KEY)), topology, "snapshots"),
                interval(conf.get(INTERVAL_KEY)),
                Objects.toString(conf.get(FINGERPRINT_KEY), ""));
    }

    private static Duration interval(@Nullable Object value) {
        long ms = DEFAULT_INTERVAL_MS;
        if (value != null) {
            try {
                ms = Long.parseLong(value.toString());
            } catch (NumberFormatException e) {
                ms = -1;
            }
        }
        if (ms < MIN_INTERVAL_MS) {
            throw new IllegalArgumentException(
                    INTERVAL_KEY
                            + " is "
                            + value
                            + "; expected a number of milliseconds, "
                            + MIN_INTERVAL_MS
                            + " or more");
        }
        return Duration.ofMillis(ms);
    }
}
