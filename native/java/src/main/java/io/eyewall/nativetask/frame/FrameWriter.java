package io.eyewall.nativetask.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers consecutive rows of the same kind, stream, task and types, and writes them as whole
 * frames into direct memory, which is garbage-collected with the writer. Confined to one thread at
 * a time.
 *
 * <p>A frame has a header, the types of its columns, its rows and its heap ({@code frame.hpp}
 * describes the format). A row consists of 8-byte words: its id and one word per column. The word
 * of a number is the number; the word of a text or byte array is its offset in the heap (low 32
 * bits) and its length (high 32 bits).
 */
public final class FrameWriter {
    private static final int FRAME_BYTES = 64 * 1024;

    /**
     * Length in characters from which the JDK's encoder is faster, although it allocates an array.
     */
    private static final int MIN_LONG_TEXT_CHARS = 16;

    private final ValueBytes valueBytes;
    private ByteBuffer out = allocate(2 * FRAME_BYTES);

    // the current frame
    private boolean open;
    private int kind;
    private int stream;
    private int task;
    private long number;
    private byte[] types = new byte[8];
    private int columns;
    private int rows;
    private long[] words = new long[1024];
    private int wordCount;
    private byte[] heap = new byte[FRAME_BYTES];
    private int heapSize;

    /** Types of the values to add, to compare with those of the current frame. */
    private byte[] newTypes = new byte[8];

    public FrameWriter(ValueBytes valueBytes) {
        this.valueBytes = valueBytes;
    }

    private static ByteBuffer allocate(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    /** Writes a frame without rows. */
    public void command(int rowKind, long frameNumber) {
        endFrame();
        begin(rowKind, 0, -1, 0);
        number = frameNumber;
        endFrame();
    }

    /** Adds an id to a frame of ids. */
    public void id(int rowKind, long id) {
        if (!open || kind != rowKind || columns != 0) {
            endFrame();
            begin(rowKind, 0, -1, 0);
        }
        beginRow(id);
    }

    /** Adds a row of texts. */
    public void texts(int rowKind, List<String> texts) {
        row(rowKind, 0, -1, 0, texts);
    }

    /**
     * Adds a row of values. Hot path.
     *
     * @param rowKind the frame's kind
     * @param rowStream the stream's number
     * @param rowTask the tuple's task
     * @param id the tuple's id
     * @param values the tuple's values
     */
    public void row(int rowKind, int rowStream, int rowTask, long id, List<?> values) {
        int size = values.size();
        if (newTypes.length < size) {
            newTypes = new byte[size + 8];
        }
        boolean fitsFrame =
                open
                        && kind == rowKind
                        && stream == rowStream
                        && task == rowTask
                        && columns == size;
        for (int i = 0; i < size; i++) {
            byte type = typeOf(values.get(i));
            newTypes[i] = type;
            fitsFrame = fitsFrame && types[i] == type;
        }
        if (!fitsFrame) {
            endFrame();
            begin(rowKind, rowStream, rowTask, size);
            System.arraycopy(newTypes, 0, types, 0, size);
        }
        beginRow(id);
        for (int i = 0; i < size; i++) {
            words[wordCount++] = wordOf(newTypes[i], values.get(i));
        }
    }

    private void begin(int rowKind, int rowStream, int rowTask, int columnCount) {
        open = true;
        kind = rowKind;
        stream = rowStream;
        task = rowTask;
        columns = columnCount;
        number = 0;
        rows = 0;
        wordCount = 0;
        heapSize = 0;
        if (types.length < columnCount) {
            types = new byte[columnCount + 8];
        }
    }

    private void beginRow(long id) {
        // The opening of a task is always one frame, whatever its size.
        if (wordCount * 8 + heapSize >= FRAME_BYTES && kind != Frames.OPEN) {
            endFrame();
            begin(kind, stream, task, columns); // keeps the types
        }
        if (words.length < wordCount + columns + 1) {
            words = Arrays.copyOf(words, 2 * words.length + columns + 1);
        }
        words[wordCount++] = id;
        rows++;
    }

    private static byte typeOf(@Nullable Object value) {
        if (value instanceof String) {
            return Frames.STRING;
        } else if (value instanceof Long) {
            return Frames.LONG;
        } else if (value instanceof Integer) {
            return Frames.INT;
        } else if (value instanceof Double) {
            return Frames.DOUBLE;
        } else if (value == null) {
            return Frames.NULL;
        } else if (value instanceof Boolean) {
            return Frames.BOOLEAN;
        } else if (value instanceof byte[]) {
            return Frames.BYTES;
        } else if (value instanceof Float) {
            return Frames.FLOAT;
        } else if (value instanceof Short) {
            return Frames.SHORT;
        } else if (value instanceof Byte) {
            return Frames.BYTE;
        } else if (value instanceof Character) {
            return Frames.CHAR;
        }
        return Frames.KRYO;
    }

    /** Returns the word of a value; appends texts and byte arrays to the heap. */
    private long wordOf(byte type, @Nullable Object value) {
        if (value == null) {
            return 0;
        }
        return switch (type) {
            case Frames.STRING -> textWord((String) value);
            case Frames.LONG, Frames.INT, Frames.SHORT, Frames.BYTE -> ((Number) value).longValue();
            case Frames.DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case Frames.FLOAT -> Float.floatToRawIntBits((Float) value) & 0xffffffffL;
            case Frames.BOOLEAN -> (Boolean) value ? 1 : 0;
            case Frames.CHAR -> (Character) value;
            case Frames.BYTES -> bytesWord((byte[]) value);
            default -> bytesWord(valueBytes.write(value));
        };
    }

    private long textWord(String value) {
        int length = value.length();
        if (length >= MIN_LONG_TEXT_CHARS) {
            return bytesWord(value.getBytes(StandardCharsets.UTF_8));
        }
        reserve(length);
        byte[] heapBytes = heap;
        int at = heapSize;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                return bytesWord(value.getBytes(StandardCharsets.UTF_8));
            }
            heapBytes[at + i] = (byte) c;
        }
        heapSize = at + length;
        return at | (long) length << 32;
    }

    private long bytesWord(byte[] value) {
        reserve(value.length);
        int at = heapSize;
        System.arraycopy(value, 0, heap, at, value.length);
        heapSize = at + value.length;
        return at | (long) value.length << 32;
    }

    private void reserve(int size) {
        if (heap.length - heapSize < size) {
            heap = Arrays.copyOf(heap, Math.addExact(heapSize, Math.max(size, heapSize)));
        }
    }

    private void endFrame() {
        if (!open) {
            return;
        }
        open = false;
        int rowsAt = Frames.HEADER_BYTES + Frames.padded(columns);
        int heapAt = rowsAt + 8 * wordCount;
        int size = Frames.padded(Math.addExact(heapAt, heapSize));
        if (out.remaining() < size) {
            ByteBuffer larger = allocate(Math.addExact(2 * out.capacity(), size));
            larger.put(out.flip());
            out = larger;
        }
        int begin = out.position();
        out.putInt(size).putShort((short) kind).putShort((short) columns).putInt(rows);
        out.putInt(stream).putInt(task).putInt(heapAt).putLong(number);
        out.put(types, 0, columns).position(begin + rowsAt);
        out.asLongBuffer().put(words, 0, wordCount);
        out.position(begin + heapAt).put(heap, 0, heapSize);
        out.position(begin + size);
    }

    /** Returns whether there are no frames or rows. */
    public boolean isEmpty() {
        return !open && out.position() == 0;
    }

    /** Returns the approximate size of all frames in bytes. */
    public int size() {
        return out.position() + (open ? 8 * wordCount + heapSize : 0);
    }

    /**
     * Ends the current frame; returns all frames, from 0 to the position, valid until {@link
     * #clear}.
     */
    public ByteBuffer frames() {
        endFrame();
        return out;
    }

    /** Discards all frames. */
    public void clear() {
        open = false;
        out.clear();
    }
}
