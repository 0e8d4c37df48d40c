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
 * The settings of an engine, parsed once. See {@link ConfigKeys} for meaning, units and ranges.
 *
 * @param cores number of core threads
 * @param pinCores whether each core thread is bound to a processor
 * @param batchSize maximum number of tuples that are handed to another core together
 * @param linkBatches number of batches in flight from one core to another
 * @param directDepth maximum nesting of direct calls
 * @param spoutCalls maximum number of nextTuple calls per slice
 * @param idleSpinNs nanoseconds for which a core spins before it sleeps
 * @param blockingThresholdNs nanoseconds in one user call after which the thread's core is taken
 *     away; 0 = never
 * @param blockingOffences calls over the threshold after which an executor becomes dedicated
 * @param placementPlugins folder of jars with further placement algorithms, or null
 * @param placement name of the placement algorithm, or {@link CurrentAlgorithm#OFF}
 * @param placementPeriodSecs seconds between two evaluations of load and traffic
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
     * @throws io.eyewall.topology.config.ConfigException if a value is invalid
     */
    public static EngineSettings from(Map<String, Object> conf) {
        String where = "engine configuration";
        Path plugins = readPlacementPlugins(conf, where);
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
                readPlacement(conf, plugins, where),
                ConfigKeys.intValue(ConfigKeys.PLACEMENT_PERIOD_SECS, conf, 0, where));
    }

    private static @Nullable Path readPlacementPlugins(Map<String, Object> conf, String where) {
        String folder = ConfigKeys.textValue(ConfigKeys.PLACEMENT_PLUGINS, conf, where);
        try {
            return folder == null ? null : Path.of(folder);
        } catch (InvalidPathException e) {
            throw invalidPlugins(e, where);
        }
    }

    private static ConfigException invalidPlugins(RuntimeException e, String where) {
        return new ConfigException(
                where + ": " + ConfigKeys.PLACEMENT_PLUGINS.name() + ": " + e.getMessage());
    }

    private static String readPlacement(
            Map<String, Object> conf, @Nullable Path plugins, String where) {
        String name =
                Objects.requireNonNull(ConfigKeys.textValue(ConfigKeys.PLACEMENT, conf, where));
        Set<String> names;
        try {
            names = CurrentAlgorithm.names(plugins);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw invalidPlugins(e, where);
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

    /** Returns the same settings without detection of user code that blocks. */
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
