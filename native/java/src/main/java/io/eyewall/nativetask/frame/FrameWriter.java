package io.eyewall.nativetask.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers rows of one shape after the other, and writes whole frames into direct memory. The memory
 * is the garbage collector's: it lives as long as the writer.
 */
public final class FrameWriter {
    private static final int FRAME_BYTES = 64 * 1024;

    /** From here on the JDK's encoder is faster, an array of its own included. */
    private static final int LONG_TEXT = 16;

    private final ValueBytes others;
    private ByteBuffer out = allocate(2 * FRAME_BYTES);

    // the frame in hand
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

    /** Says the types of one tuple, to compare with those of the frame in hand. */
    private byte[] found = new byte[8];

    public FrameWriter(ValueBytes others) {
        this.others = others;
    }

    private static ByteBuffer allocate(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    /** A frame without rows. */
    public void command(int ofKind, long ofNumber) {
        endFrame();
        begin(ofKind, 0, -1, 0);
        number = ofNumber;
        endFrame();
    }

    /** An id for a frame of ids. */
    public void id(int ofKind, long id) {
        if (!open || kind != ofKind || columns != 0) {
            endFrame();
            begin(ofKind, 0, -1, 0);
        }
        beginRow(id);
    }

    /** A row of texts. */
    public void texts(int ofKind, List<String> texts) {
        row(ofKind, 0, -1, 0, texts);
    }

    /**
     * A row of values. hot path.
     *
     * @param id of the tuple
     */
    public void row(int ofKind, int ofStream, int ofTask, long id, List<?> values) {
        int size = values.size();
        if (found.length < size) {
            found = new byte[size + 8];
        }
        boolean same =
                open && kind == ofKind && stream == ofStream && task == ofTask && columns == size;
        for (int i = 0; i < size; i++) {
            byte type = typeOf(values.get(i));
            found[i] = type;
            same = same && types[i] == type;
        }
        if (!same) {
            endFrame();
            begin(ofKind, ofStream, ofTask, size);
            System.arraycopy(found, 0, types, 0, size);
        }
        beginRow(id);
        for (int i = 0; i < size; i++) {
            words[wordCount++] = slot(found[i], values.get(i));
        }
    }

    private void begin(int ofKind, int ofStream, int ofTask, int ofColumns) {
        open = true;
        kind = ofKind;
        stream = ofStream;
        task = ofTask;
        columns = ofColumns;
        number = 0;
        rows = 0;
        wordCount = 0;
        heapSize = 0;
        if (types.length < ofColumns) {
            types = new byte[ofColumns + 8];
        }
    }

    private void beginRow(long id) {
        // The opening of a task is sent at once, whatever its size.
        if (wordCount * 8 + heapSize >= FRAME_BYTES && kind != Frames.OPEN) {
            endFrame();
            begin(kind, stream, task, columns); // the types are still there
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

    private long slot(byte type, @Nullable Object value) {
        if (value == null) {
            return 0;
        }
        return switch (type) {
            case Frames.STRING -> text((String) value);
            case Frames.LONG, Frames.INT, Frames.SHORT, Frames.BYTE -> ((Number) value).longValue();
            case Frames.DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case Frames.FLOAT -> Float.floatToRawIntBits((Float) value) & 0xffffffffL;
            case Frames.BOOLEAN -> (Boolean) value ? 1 : 0;
            case Frames.CHAR -> (Character) value;
            case Frames.BYTES -> bytes((byte[]) value);
            default -> bytes(others.write(value));
        };
    }

    private long text(String value) {
        int length = value.length();
        if (length >= LONG_TEXT) {
            return bytes(value.getBytes(StandardCharsets.UTF_8));
        }
        reserve(length);
        byte[] to = heap;
        int at = heapSize;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                return bytes(value.getBytes(StandardCharsets.UTF_8));
            }
            to[at + i] = (byte) c;
        }
        heapSize = at + length;
        return at | (long) length << 32;
    }

    private long bytes(byte[] value) {
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
        int rowsAt = Frames.HEADER + Frames.padded(columns);
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

    /** Whether nothing is waiting. */
    public boolean isEmpty() {
        return !open && out.position() == 0;
    }

    /** Bytes waiting, about. */
    public int size() {
        return out.position() + (open ? 8 * wordCount + heapSize : 0);
    }

    /** All frames, from 0 to the position; until {@link #clear}. */
    public ByteBuffer frames() {
        endFrame();
        return out;
    }

    /** Forgets all frames. */
    public void clear() {
        open = false;
        out.clear();
    }
}
