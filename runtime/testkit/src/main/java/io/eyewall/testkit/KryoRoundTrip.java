package io.eyewall.testkit;

import java.util.List;
import java.util.Map;
import org.apache.storm.serialization.KryoValuesDeserializer;
import org.apache.storm.serialization.KryoValuesSerializer;

/**
 * Copies values by Storm's own serialization, as if they had been sent to another worker. Used by
 * the driver's thread only.
 */
final class KryoRoundTrip {
    private final KryoValuesSerializer serializer;
    private final KryoValuesDeserializer deserializer;

    /**
     * Creates the serializers of a topology.
     *
     * @param conf the topology's configuration, with its Kryo registrations
     */
    KryoRoundTrip(Map<String, Object> conf) {
        this.serializer = new KryoValuesSerializer(conf);
        this.deserializer = new KryoValuesDeserializer(conf);
    }

    /**
     * Returns a copy of the values.
     *
     * @throws IllegalArgumentException if the values cannot be serialized or deserialized
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
