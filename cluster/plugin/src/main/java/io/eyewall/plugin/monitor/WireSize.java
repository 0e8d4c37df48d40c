package io.eyewall.plugin.monitor;

/**
 * The bytes that a tuple takes on a network apart from its values: those of {@code MessageBatch} (2
 * for the task, 4 for the length) and of {@code KryoTupleSerializer} (source task, stream, message
 * id).
 */
final class WireSize {
    private static final int FRAME_BYTES = 6;
    private static final int STREAM_BYTES = 1; // the stream's number, as a varint
    private static final int ROOT_COUNT_BYTES = 1; // how many messages the tuple belongs to
    private static final int ROOT_BYTES = 16; // per message: the ids of its root and of the edge
    private static final int VARINT_BITS = 7;

    private WireSize() {}

    /**
     * Returns the bytes of a tuple apart from its values. It is an estimate, because hooks do not
     * receive message ids: it assumes that a tuple of a topology with ackers belongs to one
     * message, and a tuple of Storm's own streams to none.
     */
    static int overheadBytes(int sourceTask, String stream, boolean acking) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, sourceTask));
        int taskBytes = (bits + VARINT_BITS - 1) / VARINT_BITS;
        int rootBytes = acking && !isSystemStream(stream) ? ROOT_BYTES : 0;
        return FRAME_BYTES + taskBytes + STREAM_BYTES + ROOT_COUNT_BYTES + rootBytes;
    }

    /** Returns whether a stream is one of Storm's own, as for acks, metrics and events. */
    static boolean isSystemStream(String stream) {
        return stream.startsWith("__");
    }
}
