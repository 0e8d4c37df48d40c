package io.eyewall.nativetask.frame;

/** Constants of the frame format; {@code frame.hpp} defines and describes the same numbers. */
public final class Frames {
    public static final int HEADER_BYTES = 32;

    // Kinds of frames to the task.
    /** Rows of a key and a value: the settings of the task. */
    public static final int OPEN = 1;

    /** Rows of values, with the tuples' ids; the frame's task is the source task. */
    public static final int TUPLES = 2;

    /** A tick. */
    public static final int TICK = 3;

    /** No rows: the spout may emit; the number is the limit of tuples. */
    public static final int NEXT = 4;

    /** Ids of messages. */
    public static final int ACKED = 5;

    /** Ids of messages. */
    public static final int FAILED = 6;

    /** No rows: the task is closed. */
    public static final int CLOSE = 7;

    /** No rows: the spout is activated. */
    public static final int ACTIVATE = 8;

    /** No rows: the spout is deactivated. */
    public static final int DEACTIVATE = 9;

    /** Rows of component, stream and field names, each of which declares a source of tuples. */
    public static final int STREAM = 10;

    // Kinds of frames from the task.
    /** Rows of values, with anchors or message ids; the frame's task is a direct emit's target. */
    public static final int EMIT = 32;

    /** Ids of tuples. */
    public static final int ACK = 33;

    /** Ids of tuples. */
    public static final int FAIL = 34;

    /** Rows of a text; the number is the level, from 0 for debug to 3 for error. */
    public static final int LOG = 35;

    /** Rows of a text: errors for Storm's UI. */
    public static final int REPORT = 36;

    /** No rows: a child process has processed as many batches as the number says. */
    public static final int DONE = 37;

    /** A row of a text: the task of a child process has failed for good. */
    public static final int DIED = 38;

    // Types of columns.
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
    public static final byte KRYO = 11; // any other value

    /** Bit of an id that makes the rest of the id the heap offset of several anchors. */
    public static final long MANY_ANCHORS = Long.MIN_VALUE;

    private Frames() {}

    /** Returns a size rounded up to a multiple of 8. */
    static int padded(int size) {
        return (size + 7) & ~7;
    }
}
