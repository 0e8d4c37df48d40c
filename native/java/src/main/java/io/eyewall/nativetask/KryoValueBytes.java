package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.ValueBytes;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.serialization.KryoValuesDeserializer;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes values as Storm does between workers, with the classes that the topology registered.
 * Confined to one thread at a time; creates the serializers on first use.
 */
final class KryoValueBytes implements ValueBytes {
    private final Map<String, Object> conf;
    private @Nullable KryoValuesSerializer serializer;
    private @Nullable KryoValuesDeserializer deserializer;

    KryoValueBytes(Map<String, Object> conf) {
        this.conf = conf;
    }

    @Override
    public byte[] write(Object value) {
        if (serializer == null) {
            serializer = new KryoValuesSerializer(conf);
        }
        try {
            return serializer.serialize(List.of(value));
        } catch (RuntimeException e) {
            throw new NativeTaskException(
                    "a value of "
                            + value.getClass()
                            + " cannot be passed to a task outside Java: "
                            + firstLine(e)
                            + "; register its class by Config.registerSerialization, or set "
                            + Config.TOPOLOGY_FALL_BACK_ON_JAVA_SERIALIZATION,
                    e);
        }
    }

    @Override
    public Object read(byte[] bytes) {
        if (deserializer == null) {
            deserializer = new KryoValuesDeserializer(conf);
        }
        try {
            return deserializer.deserialize(bytes).get(0);
        } catch (RuntimeException e) {
            throw new NativeTaskException(
                    "a task outside Java emitted a value of "
                            + bytes.length
                            + " bytes that Kryo cannot read: "
                            + firstLine(e)
                            + "; it may emit only values that it received, or bytes that Kryo writes"
                            + " for a tuple of one value",
                    e);
        }
    }

    private static String firstLine(RuntimeException e) {
        return e.toString().lines().findFirst().orElse("");
    }
}
