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
    private static final int MAX_CACHED_TEXT_BYTES = 16;

    private final ValueBytes valueBytes;
    private final TextCache cache = new TextCache();
    private ByteBuffer frames = ByteBuffer.allocate(0);
    private int nextFrameAt;
    private int rowsAt;
    private int rowBytes;
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
    public void wrap(ByteBuffer newFrames) {
        frames = newFrames.order(ByteOrder.nativeOrder());
        nextFrameAt = 0;
    }

    /**
     * Moves to the next frame; returns false if there is none.
     *
     * @throws BadFrameException if the frame is inconsistent because the task is defective
     */
    public boolean next() {
        if (nextFrameAt == frames.limit()) {
            return false;
        }
        int at = nextFrameAt;
        int leftBytes = frames.limit() - at;
        int size = leftBytes < Frames.HEADER_BYTES ? 0 : frames.getInt(at);
        if (size < Frames.HEADER_BYTES || size > leftBytes) {
            throw new BadFrameException(
                    "a native task sent a frame of "
                            + size
                            + " bytes where "
                            + leftBytes
                            + " are left");
        }
        kind = Short.toUnsignedInt(frames.getShort(at + 4));
        columns = Short.toUnsignedInt(frames.getShort(at + 6));
        rows = frames.getInt(at + 8);
        stream = frames.getInt(at + 12);
        task = frames.getInt(at + 16);
        int heapAt = frames.getInt(at + 20);
        number = frames.getLong(at + 24);
        typesAt = at + Frames.HEADER_BYTES;
        rowsAt = typesAt + Frames.padded(columns);
        rowBytes = 8 * (1 + columns);
        if (rows < 0 || rowsAt - at + (long) rows * rowBytes != heapAt || heapAt > size) {
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
            if (heap.length < heapLength + MAX_CACHED_TEXT_BYTES) {
                heap = new byte[heapLength + MAX_CACHED_TEXT_BYTES];
            }
            frames.get(at + heapAt, heap, 0, heapLength);
        }
        nextFrameAt = at + size;
        return true;
    }

    /** Returns the kind of the frame, a constant of {@link Frames}. */
    public int kind() {
        return kind;
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns the number of the frame's stream. */
    public int stream() {
        return stream;
    }

    /** Returns the id of the frame's task; -1 for none. */
    public int task() {
        return task;
    }

    /** Returns the frame's number, whose meaning depends on the kind. */
    public long number() {
        return number;
    }

    /** Returns the id of a row, whose meaning depends on the kind. */
    public long id(int row) {
        return frames.getLong(rowsAt + row * rowBytes);
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
        int at = rowsAt + row * rowBytes + 8;
        for (int column = 0; column < columns; column++) {
            values.add(value(frames.get(typesAt + column), frames.getLong(at + 8 * column)));
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
    private @Nullable Object value(byte type, long word) {
        return switch (type) {
            case Frames.NULL -> null;
            case Frames.BOOLEAN -> word != 0;
            case Frames.BYTE -> (byte) word;
            case Frames.SHORT -> (short) word;
            case Frames.INT -> (int) word;
            case Frames.LONG -> word;
            case Frames.FLOAT -> Float.intBitsToFloat((int) word);
            case Frames.DOUBLE -> Double.longBitsToDouble(word);
            case Frames.CHAR -> (char) word;
            case Frames.STRING -> text(offset(word), length(word));
            case Frames.BYTES -> bytes(word);
            case Frames.KRYO -> valueBytes.read(bytes(word));
            default -> throw new BadFrameException("a native task sent type " + type);
        };
    }

    private String text(int at, int length) {
        if (length == 0 || length > MAX_CACHED_TEXT_BYTES) {
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
        return cache.get(low, high, length);
    }

    private byte[] bytes(long word) {
        return Arrays.copyOfRange(heap, offset(word), offset(word) + length(word));
    }

    private int offset(long word) {
        int offset = (int) word;
        if (offset < 0 || offset > heapLength) {
            throw new BadFrameException(
                    "a native task sent a value at " + offset + " of " + heapLength + " bytes");
        }
        return offset;
    }

    private int length(long word) {
        int length = (int) (word >>> 32);
        if (length < 0 || length > heapLength - offset(word)) {
            throw new BadFrameException(
                    "a native task sent a value of " + length + " bytes beyond its frame");
        }
        return length;
    }
}
