package io.eyewall.nativetask.frame;

/** Constants of the frame format; {@code frame.hpp} defines and describes the same numbers. */
public final class Frames {
    public static final int HEADER = 32;

    // to the task
    public static final int OPEN = 1;
    public static final int TUPLES = 2;
    public static final int TICK = 3;
    public static final int NEXT = 4;
    public static final int ACKED = 5;
    public static final int FAILED = 6;
    public static final int CLOSE = 7;
    public static final int ACTIVATE = 8;
    public static final int DEACTIVATE = 9;
    public static final int STREAM = 10;

    // from the task
    public static final int EMIT = 32;
    public static final int ACK = 33;
    public static final int FAIL = 34;
    public static final int LOG = 35;
    public static final int REPORT = 36;
    public static final int DONE = 37;
    public static final int DIED = 38;

    // types
    public static final byte NULL = 0;
    public static final byte BOOLEAN = 1;
    public static final byte BYTE = 2;
    public static final byte SHORT = 3;
    public static final byte INT = 4;
    public static final byte LONG = 5;
    public static final byte FLOAT = 6;
    public static final byte DOUBLE = 7;
    public static final byte CHAR = 8;
    public static final byte STRING = 9;
    public static final byte BYTES = 10;
    public static final byte KRYO = 11;

    /** Bit of an id that makes the rest of the id the heap offset of several anchors. */
    public static final long MANY_ANCHORS = Long.MIN_VALUE;

    private Frames() {}

    static int padded(int size) {
        return (size + 7) & ~7;
    }
}
