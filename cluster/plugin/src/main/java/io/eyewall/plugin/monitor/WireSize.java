package io.eyewall.plugin.monitor;

/**
 * The bytes that a tuple takes on a network apart from its values: those of {@code MessageBatch} (2
 * for the task, 4 for the length) and of {@code KryoTupleSerializer} (source task, stream, message
 * id).
 */
final class WireSize {
    private static final int FRAME_BYTES = 6;
    private static final int STREAM_BYTES = 1;
    private static final int NO_MESSAGE_ID_BYTES = 1;
    private static final int ROOT_BYTES = 16;
    private static final int VARINT_BITS = 7;

    private WireSize() {}

    /**
     * Returns an estimate, because hooks do not see message ids: it assumes that a tuple of a
     * topology with ackers belongs to one message, and a tuple of Storm's own streams to none.
     */
    static int overhead(int sourceTask, String stream, boolean acking) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, sourceTask));
        int task = (bits + VARINT_BITS - 1) / VARINT_BITS;
        int roots = acking && !isOfStorm(stream) ? ROOT_BYTES : 0;
        return FRAME_BYTES + task + STREAM_BYTES + NO_MESSAGE_ID_BYTES + roots;
    }

    /** Returns whether a stream is one of Storm's own: acks, metrics, events. */
    static boolean isOfStorm(String stream) {
        return stream.startsWith("__");
    }
}
