package io.eyewall.toolkit.snapshot;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Map;
import org.apache.storm.serialization.SerializationFactory;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Writes the objects of one task's state as bytes: common classes by codes of its own, others with
 * the serializers of the topology's tuples ({@code topology.kryo.register}) or, if they have none,
 * by Java's serialization, whatever the topology allows for tuples. Used by the task's thread only.
 */
final class StateCodec {
    private static final int INITIAL_BYTES = 1 << 10;

    private static final int NULL = 0;
    private static final int STRING = 1;
    private static final int LONG = 2;
    private static final int INTEGER = 3;
    private static final int DOUBLE = 4;
    private static final int BOOLEAN = 5;
    private static final int LONGS = 6;
    private static final int ROW = 7;
    private static final int OTHER = 8;
    private static final int JAVA = 9;

    private final TaskId task;
    private final Kryo kryo;
    private final Output output = new Output(INITIAL_BYTES, -1);
    private final Input input = new Input();

    StateCodec(TaskId task, Map<String, Object> conf) {
        this.task = task;
        kryo = SerializationFactory.getKryo(conf);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader != null) {
            kryo.setClassLoader(loader);
        }
    }

    byte[] encode(@Nullable Object... content) {
        output.reset();
        output.writeVarInt(content.length, true);
        for (Object each : content) {
            try {
                write(each);
            } catch (RuntimeException e) {
                throw new IllegalStateException(
                        "the state of "
                                + task
                                + " can't be saved in a snapshot: "
                                + (each == null ? "null" : "an object of " + each.getClass())
                                + " can't be serialized: make its class and those of its fields"
                                + " Serializable, or register a serializer by"
                                + " topology.kryo.register",
                        e);
            }
        }
        return output.toBytes();
    }

    private void write(@Nullable Object value) {
        if (value == null) {
            output.writeByte(NULL);
        } else if (value instanceof String text) {
            output.writeByte(STRING);
            output.writeString(text);
        } else if (value instanceof Long number) {
            output.writeByte(LONG);
            output.writeVarLong(number, false);
        } else if (value instanceof Integer number) {
            output.writeByte(INTEGER);
            output.writeVarInt(number, false);
        } else if (value instanceof Double number) {
            output.writeByte(DOUBLE);
            output.writeDouble(number);
        } else if (value instanceof Boolean bool) {
            output.writeByte(BOOLEAN);
            output.writeBoolean(bool);
        } else if (value instanceof long[] numbers) {
            output.writeByte(LONGS);
            output.writeVarInt(numbers.length, true);
            output.writeLongs(numbers, 0, numbers.length);
        } else if (value.getClass() == Object[].class) {
            @Nullable Object[] row = (Object[]) value;
            output.writeByte(ROW);
            output.writeVarInt(row.length, true);
            for (Object each : row) {
                write(each);
            }
        } else if (!writeByKryo(value)) {
            output.writeByte(JAVA);
            byte[] bytes = Utils.javaSerialize(value);
            output.writeVarInt(bytes.length, true);
            output.writeBytes(bytes);
        }
    }

    /** Writes an object if its class and all classes in it have serializers; returns whether. */
    private boolean writeByKryo(Object value) {
        if (kryo.getClassResolver().getRegistration(value.getClass()) == null) {
            return false;
        }
        int start = output.position();
        try {
            output.writeByte(OTHER);
            kryo.writeClassAndObject(output, value);
            return true;
        } catch (RuntimeException e) { // it contains an object of another class
            kryo.reset();
            output.setPosition(start);
            return false;
        }
    }

    @Nullable Object[] decode(byte[] bytes) {
        input.setBuffer(bytes);
        try {
            @Nullable Object[] content = new @Nullable Object[input.readVarInt(true)];
            for (int i = 0; i < content.length; i++) {
                content[i] = read();
            }
            return content;
        } catch (KryoException | ClassCastException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    "the state of "
                            + task
                            + " can't be read from its snapshot: "
                            + e.getMessage()
                            + "; start the version of the topology that wrote it, or begin without"
                            + " state in another folder ("
                            + SnapshotSettings.DIR_KEY
                            + ")",
                    e);
        }
    }

    private @Nullable Object read() {
        byte code = input.readByte();
        return switch (code) {
            case NULL -> null;
            case STRING -> input.readString();
            case LONG -> input.readVarLong(false);
            case INTEGER -> input.readVarInt(false);
            case DOUBLE -> input.readDouble();
            case BOOLEAN -> input.readBoolean();
            case LONGS -> input.readLongs(input.readVarInt(true));
            case ROW -> readRow();
            case OTHER -> kryo.readClassAndObject(input);
            case JAVA -> LoaderStream.deserialize(input.readBytes(input.readVarInt(true)));
            default -> throw new IllegalArgumentException("no value begins with " + code);
        };
    }

    private @Nullable Object[] readRow() {
        @Nullable Object[] row = new @Nullable Object[input.readVarInt(true)];
        for (int i = 0; i < row.length; i++) {
            row[i] = read();
        }
        return row;
    }
}
