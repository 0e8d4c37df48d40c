package io.eyewall.engine;

import io.eyewall.engine.adaptation.CurrentAlgorithm;
import io.eyewall.topology.config.ConfigException;
import io.eyewall.topology.config.ConfigKeys;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The engine's own settings, parsed once. See {@link ConfigKeys} for meaning, units and ranges.
 *
 * @param cores core threads
 * @param pinCores whether core threads are bound to a processor each
 * @param batchSize tuples handed to another core at once, at most
 * @param linkBatches batches in flight from one core to another
 * @param directDepth nesting of direct calls, at most
 * @param spoutCalls calls of nextTuple per turn, at most
 * @param idleSpinNs nanoseconds that a core spins before it sleeps
 * @param blockingThresholdNs nanoseconds in one user call before its core is taken over; 0 = never
 * @param blockingOffences calls over the threshold before an executor is given its own thread
 * @param placementPlugins folder of jars with further placement algorithms, or null
 * @param placement the algorithm that says where executors run, or {@link CurrentAlgorithm#OFF}
 * @param placementPeriodSecs seconds from one look at load and traffic to the next
 */
public record EngineSettings(
        int cores,
        boolean pinCores,
        int batchSize,
        int linkBatches,
        int directDepth,
        int spoutCalls,
        long idleSpinNs,
        long blockingThresholdNs,
        int blockingOffences,
        @Nullable Path placementPlugins,
        String placement,
        int placementPeriodSecs) {

    /**
     * Reads the settings from a configuration; absent keys take their defaults.
     *
     * @throws io.eyewall.topology.config.ConfigException if a value is wrong
     */
    public static EngineSettings from(Map<String, Object> conf) {
        String where = "engine configuration";
        Path plugins = placementPlugins(conf, where);
        int processors = Runtime.getRuntime().availableProcessors();
        return new EngineSettings(
                ConfigKeys.intValue(ConfigKeys.CORES, conf, processors, where),
                ConfigKeys.booleanValue(ConfigKeys.CORES_PIN, conf, where),
                ConfigKeys.intValue(ConfigKeys.BATCH_SIZE, conf, 0, where),
                ConfigKeys.intValue(ConfigKeys.LINK_BATCHES, conf, 0, where),
                ConfigKeys.intValue(ConfigKeys.DIRECT_DEPTH, conf, 0, where),
                ConfigKeys.intValue(ConfigKeys.SPOUT_CALLS, conf, 0, where),
                1_000L * ConfigKeys.intValue(ConfigKeys.IDLE_SPIN_US, conf, 0, where),
                1_000_000L * ConfigKeys.intValue(ConfigKeys.BLOCKING_THRESHOLD_MS, conf, 0, where),
                ConfigKeys.intValue(ConfigKeys.BLOCKING_OFFENCES, conf, 0, where),
                plugins,
                placement(conf, plugins, where),
                ConfigKeys.intValue(ConfigKeys.PLACEMENT_PERIOD_SECS, conf, 0, where));
    }

    private static @Nullable Path placementPlugins(Map<String, Object> conf, String where) {
        String folder = ConfigKeys.textValue(ConfigKeys.PLACEMENT_PLUGINS, conf, where);
        try {
            return folder == null ? null : Path.of(folder);
        } catch (InvalidPathException e) {
            throw wrongPlugins(e, where);
        }
    }

    private static ConfigException wrongPlugins(RuntimeException e, String where) {
        return new ConfigException(
                where + ": " + ConfigKeys.PLACEMENT_PLUGINS.name() + ": " + e.getMessage());
    }

    private static String placement(
            Map<String, Object> conf, @Nullable Path plugins, String where) {
        String name =
                Objects.requireNonNull(ConfigKeys.textValue(ConfigKeys.PLACEMENT, conf, where));
        Set<String> names;
        try {
            names = CurrentAlgorithm.names(plugins);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw wrongPlugins(e, where);
        }
        if (!names.contains(name)) {
            throw new ConfigException(
                    where
                            + ": "
                            + ConfigKeys.PLACEMENT.name()
                            + " is '"
                            + name
                            + "', but must be one of "
                            + names);
        }
        return name;
    }

    /** The same, but nobody looks for user code that blocks. */
    EngineSettings withoutWatcher() {
        return new EngineSettings(
                cores,
                pinCores,
                batchSize,
                linkBatches,
                directDepth,
                spoutCalls,
                idleSpinNs,
                0,
                blockingOffences,
                placementPlugins,
                placement,
                placementPeriodSecs);
    }
}
