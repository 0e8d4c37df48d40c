package io.eyewall.nativetask;

import io.eyewall.nativetask.frame.ValueBytes;
import java.util.List;
import java.util.Map;
import org.apache.storm.serialization.KryoValuesDeserializer;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.jspecify.annotations.Nullable;

/** As Storm serializes values between workers, with what the topology has registered. */
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
        return serializer.serialize(List.of(value));
    }

    @Override
    public Object read(byte[] bytes) {
        if (deserializer == null) {
            deserializer = new KryoValuesDeserializer(conf);
        }
        return deserializer.deserialize(bytes).get(0);
    }
}
