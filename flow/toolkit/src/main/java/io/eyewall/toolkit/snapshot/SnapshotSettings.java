package io.eyewall.toolkit.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a topology's snapshots.
 *
 * @param folder folder of the topology's snapshots
 * @param isDefault whether the topology did not ask for snapshots itself, so that it runs without
 *     if a component can't be part of them
 * @param interval time from the beginning of one snapshot to the beginning of the next
 * @param fingerprint tells apart two scripts of one name; empty: unknown
 * @param dropped components that begin without their state; {@code *}: all
 * @param from copy of a snapshot to begin with; null: none
 */
record SnapshotSettings(
        Path folder,
        boolean isDefault,
        Duration interval,
        String fingerprint,
        Set<String> dropped,
        @Nullable Path from) {
    static final String DIR_KEY = "eyewall.snapshot.dir";
    static final String DEFAULT_DIR_KEY = "eyewall.snapshot.default.dir";
    static final String DROP_KEY = "eyewall.snapshot.drop";
    static final String FROM_KEY = "eyewall.snapshot.from";

    /** The value of {@link #DROP_KEY} for all components. */
    static final String ALL = "*";

    /** The value of {@link #DIR_KEY} for no snapshots. */
    private static final String NONE = "none";

    static final String INTERVAL_KEY = "eyewall.snapshot.interval.ms";

    /** Set by {@code eyewall sql}: a hash of the script. */
    static final String FINGERPRINT_KEY = "eyewall.snapshot.fingerprint";

    private static final long DEFAULT_INTERVAL_MS = 10_000;
    private static final long MIN_INTERVAL_MS = 10;

    /** Returns whether a topology with this configuration takes snapshots. */
    static boolean areOn(Map<String, Object> conf) {
        return dir(conf) != null;
    }

    private static @Nullable String dir(Map<String, Object> conf) {
        Object own = conf.get(DIR_KEY);
        Object dir = own == null ? conf.get(DEFAULT_DIR_KEY) : own;
        return dir == null || dir.toString().isBlank() || dir.equals(NONE) ? null : dir.toString();
    }

    /**
     * Returns the settings.
     *
     * @throws IllegalArgumentException if the interval is not a number of milliseconds
     */
    static SnapshotSettings parse(Map<String, Object> conf) {
        String topology = String.valueOf(conf.get(Config.TOPOLOGY_NAME));
        Object from = conf.get(FROM_KEY);
        return new SnapshotSettings(
                Path.of(Objects.requireNonNull(dir(conf), "no snapshots"), topology, "snapshots"),
                conf.get(DIR_KEY) == null,
                interval(conf.get(INTERVAL_KEY)),
                Objects.toString(conf.get(FINGERPRINT_KEY), ""),
                names(conf.get(DROP_KEY)),
                from == null ? null : Path.of(from.toString()));
    }

    private static Set<String> names(@Nullable Object value) {
        Collection<?> names =
                value instanceof Collection<?> several
                        ? several
                        : value == null ? List.of() : List.of(value);
        return names.stream().map(String::valueOf).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Refuses what is said of saved state by a topology that takes no snapshots.
     *
     * @throws IllegalArgumentException if anything is
     */
    static void requireNoState(Map<String, Object> conf) {
        for (String key : List.of(FROM_KEY, DROP_KEY)) {
            if (conf.get(key) != null) {
                throw new IllegalArgumentException(
                        key
                                + " is set (--from, --drop-state), but the topology takes no"
                                + " snapshots; set "
                                + DIR_KEY
                                + " to a folder for them");
            }
        }
    }

    /** Returns the folder of the snapshot with which a new submission begins. */
    Path begunFrom() {
        return from == null ? folder : from;
    }

    /** Returns whether the state of a component is dropped. */
    boolean drops(String component) {
        return dropped.contains(ALL) || dropped.contains(component);
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
