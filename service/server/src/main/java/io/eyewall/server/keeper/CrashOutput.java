package io.eyewall.server.keeper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads what a JVM itself printed before it ended, such as a report of an unknown option or of a
 * heap that was too small. For one thread.
 */
final class CrashOutput {
    private static final int MAX_BYTES = 2_000;

    private final Path log;
    private final long startOffset;

    private CrashOutput(Path log, long startOffset) {
        this.log = log;
        this.startOffset = startOffset;
    }

    /**
     * Creates a reader for a JVM that is about to be started.
     *
     * @param log the file to which the JVM appends
     */
    static CrashOutput beforeStart(Path log) throws IOException {
        return new CrashOutput(log, Files.exists(log) ? Files.size(log) : 0);
    }

    /** Returns the end of the JVM's output; empty if there is none. */
    String lastOutput() {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            long from = Math.max(startOffset, channel.size() - MAX_BYTES);
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, channel.size() - from));
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
                // continue reading
            }
            bytes.flip();
            return StandardCharsets.UTF_8.decode(bytes).toString().strip();
        } catch (IOException e) {
            return "";
        }
    }
}
