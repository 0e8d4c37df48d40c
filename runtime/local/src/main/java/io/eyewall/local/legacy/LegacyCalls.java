package io.eyewall.local.legacy;

import io.eyewall.local.legacy.ReplacedCalls.InsteadOf;
import java.io.File;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.LocalCluster;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.trident.Stream;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.spout.ITridentSpout;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Methods that rewritten classes call instead of methods that Storm 2.x lacks or declares with
 * another return type, and instead of Java's methods that find classes by name. Each behaves as the
 * original method did. Public only for rewritten classes; called on their threads.
 */
public final class LegacyCalls {
    private static final AtomicReference<@Nullable ClassLoader> LOADER = new AtomicReference<>();
    private static final AtomicReference<@Nullable LegacyNames> NAMES = new AtomicReference<>();

    private LegacyCalls() {}

    /** Sets the process's application; called once, before the application's classes are loaded. */
    public static void install(ClassLoader loader, LegacyNames names) {
        LOADER.set(loader);
        NAMES.set(names);
    }

    /** Returns the loader of the application's classes. */
    static ClassLoader applicationLoader() {
        ClassLoader loader = LOADER.get();
        if (loader == null) {
            throw new IllegalStateException(
                    "no application of an older Storm runs in this process");
        }
        return loader;
    }

    private static LegacyNames applicationNames() {
        LegacyNames names = NAMES.get();
        if (names == null) {
            throw new IllegalStateException(
                    "no application of an older Storm runs in this process");
        }
        return names;
    }

    @InsteadOf(value = Class.class, isStatic = true)
    public static Class<?> forName(String name) throws ClassNotFoundException {
        return Class.forName(applicationNames().mapBinaryName(name), true, applicationLoader());
    }

    @InsteadOf(value = Class.class, isStatic = true)
    public static Class<?> forName(String name, boolean initialize, @Nullable ClassLoader loader)
            throws ClassNotFoundException {
        return Class.forName(applicationNames().mapBinaryName(name), initialize, loader);
    }

    /**
     * Replaces {@code python} by {@code python3} if there is no {@code python}, as on most machines
     * today.
     */
    public static String[] shellCommand(String[] command) {
        if (command.length == 0 || !command[0].equals("python") || isOnPath("python")) {
            return command;
        }
        String[] changed = command.clone();
        changed[0] = "python3";
        return changed;
    }

    private static boolean isOnPath(String program) {
        String path = System.getenv("PATH");
        if (path == null) {
            return false;
        }
        for (String folder : path.split(File.pathSeparator)) {
            if (new File(folder, program).canExecute()) {
                return true;
            }
        }
        return false;
    }

    // A method reference requires the exact type of the instance: one method for each type.

    @InsteadOf(LocalCluster.class)
    public static void submitTopology(
            LocalCluster cluster, String name, Map<?, ?> conf, StormTopology topology)
            throws Exception {
        submitTopology((ILocalCluster) cluster, name, conf, topology);
    }

    @InsteadOf(ILocalCluster.class)
    public static void submitTopology(
            ILocalCluster cluster, String name, Map<?, ?> conf, StormTopology topology)
            throws Exception {
        cluster.submitTopology(name, withCurrentNames(conf), topology);
    }

    @InsteadOf(LocalCluster.class)
    public static void submitTopologyWithOpts(
            LocalCluster cluster,
            String name,
            Map<?, ?> conf,
            StormTopology topology,
            SubmitOptions options)
            throws Exception {
        submitTopologyWithOpts((ILocalCluster) cluster, name, conf, topology, options);
    }

    @InsteadOf(ILocalCluster.class)
    public static void submitTopologyWithOpts(
            ILocalCluster cluster,
            String name,
            Map<?, ?> conf,
            StormTopology topology,
            SubmitOptions options)
            throws Exception {
        cluster.submitTopologyWithOpts(name, withCurrentNames(conf), topology, options);
    }

    /** Returns an empty map: on old Storm, the state was internal to the local cluster. */
    @InsteadOf(LocalCluster.class)
    public static Map<?, ?> getState(LocalCluster cluster) {
        return getState((ILocalCluster) cluster);
    }

    @InsteadOf(ILocalCluster.class)
    public static Map<?, ?> getState(ILocalCluster cluster) {
        return new HashMap<>();
    }

    @InsteadOf(value = StormSubmitter.class, isStatic = true)
    public static void submitTopology(String name, Map<?, ?> conf, StormTopology topology)
            throws Exception {
        StormSubmitter.submitTopology(name, withCurrentNames(conf), topology);
    }

    @InsteadOf(value = StormSubmitter.class, isStatic = true)
    public static void submitTopology(
            String name, Map<?, ?> conf, StormTopology topology, SubmitOptions options)
            throws Exception {
        StormSubmitter.submitTopology(name, withCurrentNames(conf), topology, options);
    }

    @InsteadOf(value = StormSubmitter.class, isStatic = true)
    public static void submitTopologyWithProgressBar(
            String name, Map<?, ?> conf, StormTopology topology) throws Exception {
        StormSubmitter.submitTopologyWithProgressBar(name, withCurrentNames(conf), topology);
    }

    @InsteadOf(value = StormSubmitter.class, isStatic = true)
    public static void submitTopologyWithProgressBar(
            String name, Map<?, ?> conf, StormTopology topology, SubmitOptions options)
            throws Exception {
        StormSubmitter.submitTopologyWithProgressBar(
                name, withCurrentNames(conf), topology, options);
    }

    /** Returns a configuration in which values that are class names have the current names. */
    private static Map<String, Object> withCurrentNames(Map<?, ?> conf) {
        Map<String, Object> changed = new LinkedHashMap<>();
        conf.forEach((key, value) -> changed.put(String.valueOf(key), withCurrentName(value)));
        // The wait strategies of old Storm implement another interface than those of 2.x.
        changed.remove(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY);
        return changed;
    }

    private static @Nullable Object withCurrentName(@Nullable Object value) {
        if (value instanceof String text) {
            return applicationNames().mapIfClassName(text);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> changed = new ArrayList<>();
            list.forEach(element -> changed.add(withCurrentName(element)));
            return changed;
        }
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> changed = new LinkedHashMap<>();
            map.forEach(
                    (key, element) -> changed.put(withCurrentName(key), withCurrentName(element)));
            return changed;
        }
        return value;
    }

    @InsteadOf(Tuple.class)
    public static GlobalStreamId getSourceGlobalStreamid(Tuple tuple) {
        return tuple.getSourceGlobalStreamId();
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static Object deserialize(byte[] bytes) {
        return Utils.javaDeserialize(bytes, Object.class);
    }

    /** Replaces the method of Storm 0.10. */
    @InsteadOf(value = Utils.class, isStatic = true)
    public static Object deserialize(byte[] bytes, Class<?> type) {
        return Utils.javaDeserialize(bytes, type);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static byte[] serialize(Object object) {
        return Utils.javaSerialize(object);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static Integer getInt(Object value) {
        return ObjectReader.getInt(value);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static Integer getInt(Object value, Integer defaultValue) {
        return ObjectReader.getInt(value, defaultValue);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static boolean getBoolean(Object value, boolean defaultValue) {
        return ObjectReader.getBoolean(value, defaultValue);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static Object newInstance(String className) throws ReflectiveOperationException {
        return forName(className).getDeclaredConstructor().newInstance();
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static <T> T newInstance(Class<T> type) throws ReflectiveOperationException {
        return type.getDeclaredConstructor().newInstance();
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static String getString(Object value) {
        return ObjectReader.getString(value);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static String getString(Object value, String defaultValue) {
        return ObjectReader.getString(value, defaultValue);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static List<String> getStrings(Object value) {
        return ObjectReader.getStrings(value);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static Double getDouble(Object value) {
        return ObjectReader.getDouble(value);
    }

    @InsteadOf(value = Utils.class, isStatic = true)
    public static Double getDouble(Object value, Double defaultValue) {
        return ObjectReader.getDouble(value, defaultValue);
    }

    /** Replaces the method of Storm 1.x. */
    @InsteadOf(value = StormSubmitter.class, isStatic = true)
    public static void pushCredentials(String name, Map<?, ?> conf, Map<?, ?> credentials)
            throws Exception {
        Map<String, String> changed = new LinkedHashMap<>();
        credentials.forEach((key, value) -> changed.put(String.valueOf(key), (String) value));
        StormSubmitter.pushCredentials(name, withCurrentNames(conf), changed);
    }

    /**
     * Creates a stream with the old executor, which the old interface of partitioned spouts needs.
     */
    public static Stream newPartitionedStream(TridentTopology topology, String id, Object spout)
            throws ReflectiveOperationException {
        return newStream(
                topology, id, spout, "storm.trident.spout.PartitionedTridentSpoutExecutor");
    }

    public static Stream newOpaquePartitionedStream(
            TridentTopology topology, String id, Object spout) throws ReflectiveOperationException {
        return newStream(
                topology, id, spout, "storm.trident.spout.OpaquePartitionedTridentSpoutExecutor");
    }

    private static Stream newStream(
            TridentTopology topology, String id, Object spout, String executor)
            throws ReflectiveOperationException {
        Constructor<?> constructor = forName(executor).getConstructors()[0];
        return topology.newStream(id, (ITridentSpout<?>) constructor.newInstance(spout));
    }
}
