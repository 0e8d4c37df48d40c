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
 * Measures how long values are when Storm serialises them ({@code KryoTupleSerializer}), without
 * keeping what is written. Any thread may call; one at a time is served, and nobody waits. All
 * calls together take at most {@value #SHARE} of a core's time, whatever they have to serialise.
 */
final class SizeSampler {
    /** Larger values count as this many bytes. */
    static final long MOST_BYTES = 1 << 20;

    private static final double SHARE = 0.005;
    private static final int BUFFER_BYTES = 4096;

    private final KryoValuesSerializer serializer;
    private final LongSupplier nanoTime;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Counted written = new Counted();
    private final Output out = new Output(written, BUFFER_BYTES);
    private volatile long restUntilNs;

    /** Counts and forgets. */
    private static final class Counted extends OutputStream {
        private long bytes;

        @Override
        public void write(int b) throws IOException {
            add(1);
        }

        @Override
        public void write(byte[] b, int offset, int length) throws IOException {
            add(length);
        }

        private void add(int more) throws IOException {
            bytes += more;
            if (bytes >= MOST_BYTES) {
                throw new IOException("long enough"); // ends the serialisation
            }
        }
    }

    /**
     * Creates a Kryo, which takes some milliseconds.
     *
     * @param conf the topology's
     */
    SizeSampler(Map<String, Object> conf, LongSupplier nanoTime) {
        this.serializer = new KryoValuesSerializer(conf);
        this.nanoTime = nanoTime;
        this.restUntilNs = nanoTime.getAsLong();
    }

    /** Bytes of the values; -1 if they can't be serialised, or not now. */
    long tryMeasure(List<Object> values) {
        long startNs = nanoTime.getAsLong();
        if (startNs - restUntilNs < 0 || !busy.compareAndSet(false, true)) {
            return -1;
        }
        try {
            return measure(values);
        } finally {
            long endNs = nanoTime.getAsLong();
            restUntilNs = endNs + (long) ((endNs - startNs) / SHARE);
            busy.set(false);
        }
    }

    private long measure(List<Object> values) {
        written.bytes = 0;
        out.reset();
        try {
            serializer.serializeInto(values, out);
            return written.bytes + out.position();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            // Values that never leave a worker need not be serialisable.
            return written.bytes >= MOST_BYTES ? MOST_BYTES : -1;
        }
    }
}
