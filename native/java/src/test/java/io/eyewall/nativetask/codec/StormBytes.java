package io.eyewall.nativetask.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.serialization.KryoValuesDeserializer;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.NullUnmarked;

/** What Storm's own classes make of values, with two classes of a user's registered. */
@NullUnmarked
final class StormBytes {

    private final KryoValuesSerializer serializer = new KryoValuesSerializer(conf());
    private final KryoValuesDeserializer deserializer = new KryoValuesDeserializer(conf());

    static Map<String, Object> conf() {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(
                Config.TOPOLOGY_KRYO_REGISTER,
                List.of(
                        Map.of(Raw.class.getName(), RawSerializer.class.getName()),
                        AllFields.class.getName()));
        return conf;
    }

    byte[] of(List<?> values) {
        return serializer.serialize(new ArrayList<>(values));
    }

    List<Object> values(byte[] bytes) throws IOException {
        return deserializer.deserialize(bytes);
    }

    /** Written field by field: class 0x18, since its name comes first. */
    public static final class AllFields {
        boolean aBoolean = true;
        byte[] bytes = {1, 2};
        Boolean boxed = false;
        byte small = -7;
        char letter = 'c';
        double eighth = 0.125;
        float half = 0.5f;
        int number = -1;
        List<Integer> numbers = new ArrayList<>(List.of(1, 2));
        Long nothing;
        long large = 1L << 40;
        Map<String, Integer> counts = new HashMap<>(Map.of("k", 1));
        Object any = "any";
        AllFields other;
        short shorter = 9;
        String text = "text";
        List<String> texts = new ArrayList<>(Arrays.asList("x", null));

        static AllFields nulls() {
            var fields = new AllFields();
            fields.bytes = null;
            fields.boxed = null;
            fields.numbers = new ArrayList<>(Arrays.asList(1, null));
            fields.counts = new HashMap<>();
            fields.counts.put("k", null);
            fields.any = null;
            fields.other = new AllFields();
            fields.text = null;
            fields.texts = null;
            return fields;
        }
    }

    /** With a serializer of its own, which writes four bytes: class 0x19. */
    public static final class Raw {
        final int bits;

        Raw(int bits) {
            this.bits = bits;
        }
    }

    /** Of {@link Raw}. */
    public static final class RawSerializer extends Serializer<Raw> {
        @Override
        public void write(Kryo kryo, Output output, Raw raw) {
            output.writeInt(raw.bits);
        }

        @Override
        public Raw read(Kryo kryo, Input input, Class<? extends Raw> type) {
            return new Raw(input.readInt());
        }
    }
}
