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
 * @param classes from {@code topology.state.provider.config}, with the same keys as Storm's Redis
 *     provider (storm-redis: redis/state/RedisKeyValueStateProvider.java)
 */
record StateSettings(Path folder, boolean sync, Map<String, Object> classes) {
    static final String DIR_KEY = "eyewall.state.dir";
    static final String SYNC_KEY = "eyewall.state.sync";

    private static final String KEY_CLASS = "keyClass";
    private static final String VALUE_CLASS = "valueClass";
    private static final String KEY_SERIALIZER = "keySerializerClass";
    private static final String VALUE_SERIALIZER = "valueSerializerClass";
    private static final Set<String> CLASS_NAMES =
            Set.of(KEY_CLASS, VALUE_CLASS, KEY_SERIALIZER, VALUE_SERIALIZER);

    /**
     * Returns the settings of a topology.
     *
     * @throws StateException if the folder or the topology's name is missing, or the provider's
     *     configuration has an unknown key
     */
    static StateSettings of(Map<String, Object> topoConf) {
        String topology = text(topoConf, Config.TOPOLOGY_NAME);
        if (topology == null) {
            throw new StateException(
                    Config.TOPOLOGY_NAME
                            + " is not set; it is set when a topology is submitted, so set it"
                            + " yourself if the state is used outside of a topology");
        }
        String folder = text(topoConf, DIR_KEY);
        if (folder == null) {
            throw new StateException(
                    "topology '"
                            + topology
                            + "': "
                            + DIR_KEY
                            + " is not set; set it to the folder that is to hold the state");
        }
        Object sync = topoConf.getOrDefault(SYNC_KEY, true);
        return new StateSettings(
                Path.of(folder, topology, "rocksdb"),
                !"false".equals(String.valueOf(sync)),
                classes(topology, text(topoConf, Config.TOPOLOGY_STATE_PROVIDER_CONFIG)));
    }

    private static @Nullable String text(Map<String, Object> conf, String key) {
        Object value = conf.get(key);
        return value == null || value.toString().isBlank() ? null : value.toString();
    }

    private static Map<String, Object> classes(String topology, @Nullable String json) {
        if (json == null) {
            return Map.of();
        }
        Map<String, Object> classes;
        try {
            classes = Utils.parseJson(json);
        } catch (RuntimeException e) {
            throw new StateException(
                    "topology '%s': %s is not a JSON object: %s"
                            .formatted(topology, Config.TOPOLOGY_STATE_PROVIDER_CONFIG, json),
                    e);
        }
        Set<String> unknown = new TreeSet<>(classes.keySet());
        unknown.removeAll(CLASS_NAMES);
        if (!unknown.isEmpty()) {
            throw new StateException(
                    "topology '%s': %s has %s, but may have only %s"
                            .formatted(
                                    topology,
                                    Config.TOPOLOGY_STATE_PROVIDER_CONFIG,
                                    unknown,
                                    new TreeSet<>(CLASS_NAMES)));
        }
        return classes;
    }

    <T> Serializer<T> keySerializer(Map<String, Object> topoConf, TopologyContext context) {
        return serializer(KEY_SERIALIZER, KEY_CLASS, topoConf, context);
    }

    <T> Serializer<T> valueSerializer(Map<String, Object> topoConf, TopologyContext context) {
        return serializer(VALUE_SERIALIZER, VALUE_CLASS, topoConf, context);
    }

    private <T> Serializer<T> serializer(
            String serializerClass,
            String serialisedClass,
            Map<String, Object> topoConf,
            TopologyContext context) {
        if (classes.get(serializerClass) instanceof String name) {
            return instance(name);
        }
        List<Class<?>> registered =
                classes.get(serialisedClass) instanceof String name
                        ? List.of(named(name))
                        : List.of();
        return new DefaultStateSerializer<>(withoutReflection(topoConf), context, registered);
    }

    /**
     * Replaces Storm's registration of AtomicInteger, which windows hold: Storm registers it for
     * access by reflection, which the JDK has forbidden since version 16 (Storm:
     * topology/PersistentWindowedBoltExecutor.java).
     */
    private static Map<String, Object> withoutReflection(Map<String, Object> topoConf) {
        String counter = AtomicInteger.class.getName();
        if (!(topoConf.get(Config.TOPOLOGY_STATE_KRYO_REGISTER) instanceof List<?> registered)
                || !registered.contains(counter)) {
            return topoConf;
        }
        List<Object> changed = new ArrayList<>(registered);
        changed.removeIf(counter::equals);
        changed.add(Map.of(counter, AtomicIntegerSerializer.class.getName()));
        Map<String, Object> conf = new HashMap<>(topoConf);
        conf.put(Config.TOPOLOGY_STATE_KRYO_REGISTER, changed);
        return conf;
    }

    @SuppressWarnings("unchecked") // the configuration determines the type that it serializes
    private static <T> Serializer<T> instance(String className) {
        try {
            return (Serializer<T>) named(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new StateException(
                    className
                            + " must implement "
                            + Serializer.class.getName()
                            + " and have a constructor without arguments",
                    e);
        }
    }

    private static Class<?> named(String className) {
        try {
            ClassLoader users = Thread.currentThread().getContextClassLoader();
            return Class.forName(className, true, users);
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
