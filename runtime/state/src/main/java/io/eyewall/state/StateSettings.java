package io.eyewall.state;

import com.esotericsoftware.kryo.serializers.DefaultSerializers.AtomicIntegerSerializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.state.DefaultStateSerializer;
import org.apache.storm.state.Serializer;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a topology's state, from its configuration.
 *
 * @param folder the topology's folder
 * @param sync whether commits wait for the disk
 * @param classNames class names from {@code topology.state.provider.config}, by the same keys as
 *     for Storm's Redis provider (storm-redis: redis/state/RedisKeyValueStateProvider.java)
 */
record StateSettings(Path folder, boolean sync, Map<String, Object> classNames) {
    static final String DIR_KEY = "eyewall.state.dir";
    static final String SYNC_KEY = "eyewall.state.sync";

    private static final String KEY_CLASS_KEY = "keyClass";
    private static final String VALUE_CLASS_KEY = "valueClass";
    private static final String KEY_SERIALIZER_KEY = "keySerializerClass";
    private static final String VALUE_SERIALIZER_KEY = "valueSerializerClass";
    private static final Set<String> CLASS_NAME_KEYS =
            Set.of(KEY_CLASS_KEY, VALUE_CLASS_KEY, KEY_SERIALIZER_KEY, VALUE_SERIALIZER_KEY);

    /**
     * Returns the settings of a topology.
     *
     * @throws StateException if the folder or the topology's name is missing, or the provider's
     *     configuration has an unknown key
     */
    static StateSettings parse(Map<String, Object> topoConf) {
        String topology = textOrNull(topoConf, Config.TOPOLOGY_NAME);
        if (topology == null) {
            throw new StateException(
                    Config.TOPOLOGY_NAME
                            + " is not set; it is set when a topology is submitted, so set it"
                            + " yourself if the state is used outside of a topology");
        }
        String folder = textOrNull(topoConf, DIR_KEY);
        if (folder == null) {
            throw new StateException(
                    "topology '"
                            + topology
                            + "': "
                            + DIR_KEY
                            + " is not set; set it to the folder for the state");
        }
        Object sync = topoConf.getOrDefault(SYNC_KEY, true);
        return new StateSettings(
                Path.of(folder, topology, "rocksdb"),
                !"false".equals(String.valueOf(sync)),
                parseClassNames(
                        topology, textOrNull(topoConf, Config.TOPOLOGY_STATE_PROVIDER_CONFIG)));
    }

    private static @Nullable String textOrNull(Map<String, Object> conf, String key) {
        Object value = conf.get(key);
        return value == null || value.toString().isBlank() ? null : value.toString();
    }

    private static Map<String, Object> parseClassNames(String topology, @Nullable String json) {
        if (json == null) {
            return Map.of();
        }
        Map<String, Object> classNames;
        try {
            classNames = Utils.parseJson(json);
        } catch (RuntimeException e) {
            throw new StateException(
                    "topology '%s': %s is not a JSON object: %s"
                            .formatted(topology, Config.TOPOLOGY_STATE_PROVIDER_CONFIG, json),
                    e);
        }
        Set<String> unknown = new TreeSet<>(classNames.keySet());
        unknown.removeAll(CLASS_NAME_KEYS);
        if (!unknown.isEmpty()) {
            throw new StateException(
                    "topology '%s': %s has %s, but may have only %s"
                            .formatted(
                                    topology,
                                    Config.TOPOLOGY_STATE_PROVIDER_CONFIG,
                                    unknown,
                                    new TreeSet<>(CLASS_NAME_KEYS)));
        }
        return classNames;
    }

    <T> Serializer<T> keySerializer(Map<String, Object> topoConf, TopologyContext context) {
        return serializer(KEY_SERIALIZER_KEY, KEY_CLASS_KEY, topoConf, context);
    }

    <T> Serializer<T> valueSerializer(Map<String, Object> topoConf, TopologyContext context) {
        return serializer(VALUE_SERIALIZER_KEY, VALUE_CLASS_KEY, topoConf, context);
    }

    private <T> Serializer<T> serializer(
            String serializerKey,
            String classKey,
            Map<String, Object> topoConf,
            TopologyContext context) {
        if (classNames.get(serializerKey) instanceof String name) {
            return instantiate(name);
        }
        List<Class<?>> registered =
                classNames.get(classKey) instanceof String name
                        ? List.of(loadClass(name))
                        : List.of();
        return new DefaultStateSerializer<>(
                withAtomicIntegerSerializer(topoConf), context, registered);
    }

    /**
     * Replaces Storm's registration of AtomicInteger, which windows hold: Storm registers it for
     * access by reflection, which the JDK has forbidden since version 16 (Storm:
     * topology/PersistentWindowedBoltExecutor.java).
     */
    private static Map<String, Object> withAtomicIntegerSerializer(Map<String, Object> topoConf) {
        String atomicInteger = AtomicInteger.class.getName();
        if (!(topoConf.get(Config.TOPOLOGY_STATE_KRYO_REGISTER) instanceof List<?> registered)
                || !registered.contains(atomicInteger)) {
            return topoConf;
        }
        List<Object> changed = new ArrayList<>(registered);
        changed.removeIf(atomicInteger::equals);
        changed.add(Map.of(atomicInteger, AtomicIntegerSerializer.class.getName()));
        Map<String, Object> conf = new HashMap<>(topoConf);
        conf.put(Config.TOPOLOGY_STATE_KRYO_REGISTER, changed);
        return conf;
    }

    @SuppressWarnings("unchecked") // the configuration determines the type that it serializes
    private static <T> Serializer<T> instantiate(String className) {
        try {
            return (Serializer<T>) loadClass(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new StateException(
                    className
                            + " must implement "
                            + Serializer.class.getName()
                            + " and have a constructor without arguments",
                    e);
        }
    }

    private static Class<?> loadClass(String className) {
        try {
            ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();
            return Class.forName(className, true, contextLoader);
        } catch (ClassNotFoundException e) {
            throw new StateException(
                    Config.TOPOLOGY_STATE_PROVIDER_CONFIG
                            + " names "
                            + className
                            + ", which is not on the class path",
                    e);
        }
    }
}
