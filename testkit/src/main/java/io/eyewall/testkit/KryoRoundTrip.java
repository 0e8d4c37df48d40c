package io.eyewall.testkit;

import java.util.List;
import java.util.Map;
import org.apache.storm.serialization.KryoValuesDeserializer;
import org.apache.storm.serialization.KryoValuesSerializer;

/**
 * Copies values by Storm's own serialization, as if they had crossed to another worker. For the
 * driver's thread.
 */
final class KryoRoundTrip {
    private final KryoValuesSerializer serializer;
    private final KryoValuesDeserializer deserializer;

    /**
     * @param conf the topology's, with its registrations
     */
    KryoRoundTrip(Map<String, Object> conf) {
        this.serializer = new KryoValuesSerializer(conf);
        this.deserializer = new KryoValuesDeserializer(conf);
    }

    /**
     * @throws IllegalArgumentException if the values can't be serialized or read back
     */
    List<Object> copy(String component, String stream, List<Object> values) {
        try {
            return deserializer.deserialize(serializer.serialize(values));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "component '"
                            + component
                            + "' stream '"
                            + stream
                            + "': the values "
                            + values
                            + " do not survive Storm's serialization: "
                            + e.getMessage()
                            + "; make their classes java.io.Serializable or register a Kryo"
                            + " serializer (topology.kryo.register)",
                    e);
        }
    }
}
