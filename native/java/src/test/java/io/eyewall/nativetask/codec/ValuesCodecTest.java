package io.eyewall.nativetask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("more")
final class ValuesCodecTest {

    private static final int TRIES = Boolean.getBoolean("eyewall.complete") ? 20_000 : 3_000;

    private final KryoWriter writer = new KryoWriter(16);
    private final KryoReader reader = new KryoReader();

    private Object[] read(ValuesCodec codec, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        reader.reset(bytes, 0, bytes.length);
        Object[] values = new Object[codec.types().size()];
        codec.read(reader, values);
        return values;
    }

    @Test
    void writesRandomTuplesAsStormDoesAndReadsThem() throws Exception {
        var storm = new StormBytes();
        var random = new Random(20);
        for (int i = 0; i < TRIES; i++) {
            List<Object> values = new ArrayList<>();
            int size = random.nextInt(10);
            boolean oneType = random.nextInt(4) == 0;
            ValueType type = type(random);
            for (int k = 0; k < size; k++) {
                if (!oneType) {
                    type = type(random);
                }
                values.add(random.nextInt(12) == 0 ? null : value(type, random));
            }
            ValuesCodec codec = ValuesCodec.of(Schemas.of(values));
            writer.clear();
            codec.write(writer, values);
            byte[] bytes = storm.of(values);
            assertThat(writer.toBytes()).as("%s", values).isEqualTo(bytes);
            reader.reset(bytes, 0, bytes.length);
            Object[] read = new Object[size];
            codec.read(reader, read);
            assertThat(Notation.of(Arrays.asList(read)))
                    .isEqualTo(Notation.of(storm.values(bytes)));
        }
    }

    private static ValueType type(Random random) {
        List<ValueType> all = List.of(ValueType.values());
        return all.get(random.nextInt(all.size()));
    }

    private static Object value(ValueType type, Random random) {
        return switch (type) {
            case INT -> random.nextInt() >> random.nextInt(32);
            case STRING -> text(random);
            case FLOAT -> Float.intBitsToFloat(random.nextInt());
            case BOOLEAN -> random.nextBoolean();
            case BYTE -> (byte) random.nextInt();
            case CHAR -> (char) random.nextInt();
            case SHORT -> (short) random.nextInt();
            case LONG -> random.nextLong() >> random.nextInt(64);
            case DOUBLE -> random.nextDouble();
            case BYTES -> new byte[random.nextInt(100)];
            case BIG_INTEGER -> BigInteger.valueOf(random.nextLong());
        };
    }

    private static String text(Random random) {
        int length = random.nextInt(70);
        int bits = new int[] {6, 7, 8, 11, 16}[random.nextInt(5)];
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(1 << bits));
        }
        return text.toString();
    }

    @Test
    void readsNothingBeyondTheEndOfAMessage() {
        ValuesCodec codec = ValuesCodec.of(ValueType.STRING, ValueType.LONG);
        codec.write(writer, List.of("nathan", 1L << 40));
        int size = writer.size();
        codec.write(writer, List.of("behind", 1L << 50));
        byte[] bytes = writer.toBytes();
        for (int end = 0; end < size; end++) {
            reader.reset(bytes, 0, end);
            assertThatThrownBy(() -> codec.read(reader, new Object[2]))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("at byte");
        }
    }

    @Test
    void refusesHostileBytesWithoutMemoryForTheirLengths() {
        ValuesCodec codec = ValuesCodec.of(ValueType.STRING, ValueType.BYTES);
        assertThatThrownBy(() -> read(codec, "0303ffffffff1f"))
                .hasMessageContaining("a length of 4294967294, but 0 bytes left");
        assertThatThrownBy(() -> read(codec, "030382610bffffffff0f"))
                .hasMessageContaining("a length of 4294967294, but 0 bytes left");
        assertThatThrownBy(() -> read(codec, "030382610bffffffff07"))
                .hasMessageContaining("a length of 2147483646, but 0 bytes left");
        assertThatThrownBy(() -> read(codec, "ffffffff0f"))
                .hasMessageContaining("the schema has 2");
        assertThatThrownBy(() -> read(codec, "030382c080")).hasMessageContaining("CESU-8");
        assertThatThrownBy(() -> read(codec, "0303" + "61".repeat(40)))
                .hasMessageContaining("more than 32 characters");
        assertThatThrownBy(() -> read(codec, "03038261" + "09"))
                .hasMessageContaining("value 1 has class 0x9, the schema says BYTES");
        assertThatThrownBy(() -> read(codec, "8301020000")) // a name of a class, not two nulls
                .hasMessageContaining("value 0 has class 0x1, the schema says STRING");
    }

    @Test
    void randomBytesGiveAnAnswerOrACodecException() {
        var random = new Random(7);
        ValuesCodec codec = ValuesCodec.of(ValueType.STRING, ValueType.LONG, ValueType.BIG_INTEGER);
        writer.clear();
        codec.write(writer, List.of("some text", 1L << 33, BigInteger.TEN));
        byte[] good = writer.toBytes();
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] bytes = good.clone();
            for (int k = random.nextInt(4); k >= 0; k--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            reader.reset(bytes, 0, bytes.length - random.nextInt(3));
            try {
                codec.read(reader, new Object[3]);
            } catch (CodecException e) {
                assertThat(e.category()).isEqualTo(CodecException.Category.BYTES);
                refused++;
            }
        }
        assertThat(refused).isBetween(1, TRIES - 1);
    }

    @Test
    void whatTheSchemaDoesNotSayIsNotWritten() {
        ValuesCodec codec = ValuesCodec.of(ValueType.STRING, ValueType.LONG);
        writer.writeByte(7);
        assertThatThrownBy(() -> codec.write(writer, List.of("a", 1)))
                .isInstanceOf(CodecException.class)
                .hasMessage("value 1 is a java.lang.Integer, the schema says LONG");
        assertThatThrownBy(() -> codec.write(writer, List.of("a")))
                .hasMessage("the tuple has 1 values, but the schema is [STRING, LONG]");
        assertThat(writer.size()).isEqualTo(1);
    }

    @Test
    void aSchemaLongerThanTheHotOnesWorks() {
        ValueType[] types = new ValueType[20];
        Arrays.fill(types, ValueType.INT);
        types[19] = ValueType.STRING;
        ValuesCodec codec = ValuesCodec.of(types);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < 19; i++) {
            values.add(i);
        }
        values.add("last");
        codec.write(writer, values);
        reader.reset(writer.buffer(), 0, writer.size());
        Object[] read = new Object[20];
        codec.read(reader, read);
        assertThat(read).containsExactlyElementsOf(values);
    }
}
