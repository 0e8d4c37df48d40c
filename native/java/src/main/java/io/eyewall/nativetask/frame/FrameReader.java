package io.eyewall.nativetask.frame;

import io.eyewall.nativetask.text.TextCache;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a task: {@link #next} moves to the next frame, whose rows are then read by
 * index. Confined to one thread at a time.
 */
public final class FrameReader {
    /**
     * Longest cached string in bytes; {@link #heap} has as many spare bytes, so that whole words
     * can be read.
     */
    private static final int SHORT_TEXT = 16;

    private final ValueBytes valueBytes;
    private final TextCache cache = new TextCache();
    private ByteBuffer from = ByteBuffer.allocate(0);
    private int nextAt;
    private int rowsAt;
    private int stride;
    private int heapLength;
    private int typesAt;
    private byte[] heap = new byte[1024];

    private int kind;
    private int columns;
    private int rows;
    private int stream;
    private int task;
    private long number;

    public FrameReader(ValueBytes valueBytes) {
        this.valueBytes = valueBytes;
    }

    /** Starts reading other frames. */
    public void wrap(ByteBuffer frames) {
        from = frames.order(ByteOrder.nativeOrder());
        nextAt = 0;
    }

    /**
     * Moves to the next frame; returns false if there is none.
     *
     * @throws BadFrameException if the frame is inconsistent because the task is defective
     */
    public boolean next() {
        if (nextAt == from.limit()) {
            return false;
        }
        int at = nextAt;
        int left = from.limit() - at;
        int size = left < Frames.HEADER ? 0 : from.getInt(at);
        if (size < Frames.HEADER || size > left) {
            throw new BadFrameException(
                    "a native task sent a frame of " + size + " bytes where " + left + " are left");
        }
        kind = Short.toUnsignedInt(from.getShort(at + 4));
        columns = Short.toUnsignedInt(from.getShort(at + 6));
        rows = from.getInt(at + 8);
        stream = from.getInt(at + 12);
        task = from.getInt(at + 16);
        int heapAt = from.getInt(at + 20);
        number = from.getLong(at + 24);
        typesAt = at + Frames.HEADER;
        rowsAt = typesAt + Frames.padded(columns);
        stride = 8 * (1 + columns);
        if (rows < 0 || rowsAt - at + (long) rows * stride != heapAt || heapAt > size) {
            throw new BadFrameException(
                    "a native task sent a frame of kind "
                            + kind
                            + " whose "
                            + rows
                            + " rows don't end at its heap, "
                            + heapAt
                            + " of "
                            + size
                            + " bytes");
        }
        heapLength = size - heapAt;
        if (heapLength > 0) {
            if (heap.length < heapLength + SHORT_TEXT) {
                heap = new byte[heapLength + SHORT_TEXT];
            }
            from.get(at + heapAt, heap, 0, heapLength);
        }
        nextAt = at + size;
        return true;
    }

    public int kind() {
        return kind;
    }

    public int rows() {
        return rows;
    }

    public int stream() {
        return stream;
    }

    public int task() {
        return task;
    }

    public long number() {
        return number;
    }

    public long id(int row) {
        return from.getLong(rowsAt + row * stride);
    }

    /** Returns the anchors of a row of emits. */
    public long[] anchors(int row) {
        long id = id(row);
        if (id >= 0) {
            return id == 0 ? new long[0] : new long[] {id};
        }
        int at = (int) (id & Integer.MAX_VALUE);
        ByteBuffer words = ByteBuffer.wrap(heap, 0, heapLength).order(ByteOrder.nativeOrder());
        long count = at > heapLength - 8 ? -1 : words.getLong(at);
        if (count < 0 || count > (heapLength - at) / 8 - 1) {
            throw new BadFrameException(
                    "a native task sent " + count + " anchors at " + at + " of " + heapLength);
        }
        long[] anchors = new long[(int) count];
        for (int i = 0; i < anchors.length; i++) {
            anchors[i] = words.getLong(at + 8 + 8 * i);
        }
        return anchors;
    }

    /** Returns the values of a row as a new list. Hot path. */
    public List<Object> values(int row) {
        List<Object> values = new ArrayList<>(columns);
        int at = rowsAt + row * stride + 8;
        for (int column = 0; column < columns; column++) {
            values.add(value(from.get(typesAt + column), from.getLong(at + 8 * column)));
        }
        return values;
    }

    /** Returns the first value of a row as text. */
    public String text(int row) {
        if (columns == 0 || row >= rows) {
            throw new BadFrameException("a native task sent no text in a frame of kind " + kind);
        }
        return String.valueOf(values(row).get(0));
    }

    @SuppressWarnings("NullAway") // Storm's lists of values hold null
    private @Nullable Object value(byte type, long slot) {
        return switch (type) {
            case Frames.NULL -> null;
            case Frames.BOOLEAN -> slot != 0;
            case Frames.BYTE -> (byte) slot;
            case Frames.SHORT -> (short) slot;
            case Frames.INT -> (int) slot;
            case Frames.LONG -> slot;
            case Frames.FLOAT -> Float.intBitsToFloat((int) slot);
            case Frames.DOUBLE -> Double.longBitsToDouble(slot);
            case Frames.CHAR -> (char) slot;
            case Frames.STRING -> text(offset(slot), length(slot));
            case Frames.BYTES -> bytes(slot);
            case Frames.KRYO -> valueBytes.read(bytes(slot));
            default -> throw new BadFrameException("a native task sent type " + type);
        };
    }

    private String text(int at, int length) {
        if (length == 0 || length > SHORT_TEXT) {
            return new String(heap, at, length, StandardCharsets.UTF_8);
        }
        long low = (long) TextCache.LONG.get(heap, at);
        long high = 0;
        if (length <= 8) {
            low &= -1L >>> (64 - 8 * length);
        } else {
            high = (long) TextCache.LONG.get(heap, at + 8) & -1L >>> (128 - 8 * length);
        }
        if (((low | high) & TextCache.HIGH_BITS) != 0) {
            return new String(heap, at, length, StandardCharsets.UTF_8);
        }
        if (length <= 8) {
            low |= 0x80L << (8 * length - 8);
        } else {
            high |= 0x80L << (8 * length - 72);
        }
        return cache.text(low, high, length);
    }

    private byte[] bytes(long slot) {
        return Arrays.copyOfRange(heap, offset(slot), offset(slot) + length(slot));
    }

    private int offset(long slot) {
        int offset = (int) slot;
        if (offset < 0 || offset > heapLength) {
            throw new BadFrameException(
                    "a native task sent a value at " + offset + " of " + heapLength + " bytes");
        }
        return offset;
    }

    private int length(long slot) {
        int length = (int) (slot >>> 32);
        if (length < 0 || length > heapLength - offset(slot)) {
            throw new BadFrameException(
                    "a native task sent a value of " + length + " bytes beyond its frame");
        }
        return length;
    }
}
