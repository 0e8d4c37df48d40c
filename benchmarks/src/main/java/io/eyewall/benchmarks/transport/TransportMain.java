package io.eyewall.benchmarks.transport;

import io.eyewall.nativetask.ring.RingFile;
import io.eyewall.nativetask.ring.RingWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes tuples of 16 bytes, one by one, into batches of 4 KiB, and the batches into a ring. A C++
 * process reads the ring and inspects each tuple. Prints tuples per second.
 */
public final class TransportMain {
    private static final int CAPACITY = 1 << 20;
    private static final int TUPLE_BYTES = 16;
    private static final int BATCH_BYTES = 4096;

    private TransportMain() {}

    /**
     * Runs the measurement.
     *
     * @param args the path of the program {@code transport-bench}, and the number of seconds
     * @throws Exception if the other process fails
     */
    public static void main(String[] args) throws Exception {
        if (args.length != 2) {
            throw new IllegalArgumentException("expected PROGRAM SECONDS");
        }
        double seconds = Double.parseDouble(args[1]);
        measure(args[0], seconds / 2); // warm-up: compiles the code
        System.out.printf(
                Locale.ROOT,
                "JVM to C++, ring, 16 bytes in 4 KiB: %.1f M/s%n",
                measure(args[0], seconds) / 1e6);
    }

    private static double measure(String program, double seconds)
            throws IOException, InterruptedException {
        Path file = RingFile.newName();
        Process process =
                new ProcessBuilder(
                                program,
                                file.toString(),
                                Integer.toString(CAPACITY),
                                Integer.toString(TUPLE_BYTES))
                        .redirectError(ProcessBuilder.Redirect.PIPE)
                        .start();
        RingWriter writer;
        try {
            if (process.getInputStream().read() != 1) {
                throw new IOException(program + " did not start");
            }
            writer = RingFile.map(file, CAPACITY).toChild();
        } finally {
            Files.deleteIfExists(file);
        }
        long begin = System.nanoTime();
        long sent = 0;
        try (OutputStream bell = process.getOutputStream()) {
            long endNs = begin + (long) (1e9 * seconds);
            ByteBuffer batch =
                    ByteBuffer.allocateDirect(BATCH_BYTES).order(ByteOrder.nativeOrder());
            for (long batches = 0; batches % 64 != 0 || System.nanoTime() < endNs; batches++) {
                fill(batch, batches);
                send(writer, batch, bell);
                sent += BATCH_BYTES / TUPLE_BYTES;
            }
        }
        String counted =
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.US_ASCII)
                        .strip();
        process.waitFor();
        double rate = 1e9 * sent / (System.nanoTime() - begin);
        if (!counted.equals(Long.toString(sent))) {
            throw new IOException("sent " + sent + " tuples, " + counted + " arrived");
        }
        return rate;
    }

    private static void fill(ByteBuffer batch, long first) {
        for (int at = 0; at < BATCH_BYTES; at += TUPLE_BYTES) {
            batch.putLong(at, first + at).putLong(at + 8, at);
        }
        batch.clear();
    }

    private static void send(RingWriter writer, ByteBuffer batch, OutputStream bell)
            throws IOException {
        while (batch.hasRemaining()) {
            if (writer.write(batch)) {
                bell.write(1);
                bell.flush();
            }
            if (batch.hasRemaining()) {
                Thread.onSpinWait();
            }
        }
    }
}
