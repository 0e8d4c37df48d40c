package io.eyewall.plugin.monitor;

import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.storm.serialization.KryoValuesSerializer;

/**
 * Measures the size of values as Storm serialises them ({@code KryoTupleSerializer}), without
 * keeping the bytes. Any thread may call; only one caller at a time is served, all others return at
 * once. All calls together take at most {@value #MAX_SHARE_OF_CORE} of a core's time, however large
 * the values are.
 */
final class SizeSampler {
    /** The maximum size: larger values count as this size. */
    static final long MAX_BYTES = 1 << 20;

    private static final double MAX_SHARE_OF_CORE = 0.005;
    private static final int BUFFER_BYTES = 4096;

    private final KryoValuesSerializer serializer;
    private final LongSupplier nanoTime;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final CountingStream counter = new CountingStream();
    private final Output out = new Output(counter, BUFFER_BYTES);
    private volatile long idleUntilNs;

    /** Counts bytes and discards them. */
    private static final class CountingStream extends OutputStream {
        private long bytes;

        @Override
        public void write(int b) throws IOException {
            count(1);
        }

        @Override
        public void write(byte[] b, int offset, int length) throws IOException {
            count(length);
        }

        private void count(int more) throws IOException {
            bytes += more;
            if (bytes >= MAX_BYTES) {
                throw new IOException("size limit reached"); // ends the serialisation
            }
        }
    }

    /**
     * Creates a Kryo, which takes some milliseconds.
     *
     * @param conf the topology's configuration
     */
    SizeSampler(Map<String, Object> conf, LongSupplier nanoTime) {
        this.serializer = new KryoValuesSerializer(conf);
        this.nanoTime = nanoTime;
        this.idleUntilNs = nanoTime.getAsLong();
    }

    /**
     * Returns the size of values in bytes; -1 if they cannot be serialised, if another thread is
     * measuring, or if the allowed share of a core's time is used up.
     */
    long tryMeasure(List<Object> values) {
        long startNs = nanoTime.getAsLong();
        if (startNs - idleUntilNs < 0 || !busy.compareAndSet(false, true)) {
            return -1;
        }
        try {
            return measure(values);
        } finally {
            long endNs = nanoTime.getAsLong();
            idleUntilNs = endNs + (long) ((endNs - startNs) / MAX_SHARE_OF_CORE);
            busy.set(false);
        }
    }

    private long measure(List<Object> values) {
        counter.bytes = 0;
        out.reset();
        try {
            serializer.serializeInto(values, out);
            return counter.bytes + out.position();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            // Values that never leave a worker need not be serialisable.
            return counter.bytes >= MAX_BYTES ? MAX_BYTES : -1;
        }
    }
}
