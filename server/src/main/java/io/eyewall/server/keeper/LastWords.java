package io.eyewall.server.keeper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads what a JVM printed itself before it ended, such as an unknown option or a heap that was too
 * small. One thread.
 */
final class LastWords {
    private static final int MOST_BYTES = 2_000;

    private final Path log;
    private final long begin;

    private LastWords(Path log, long begin) {
        this.log = log;
        this.begin = begin;
    }

    /**
     * Of a JVM that is about to be started.
     *
     * @param log to which it appends
     */
    static LastWords from(Path log) throws IOException {
        return new LastWords(log, Files.exists(log) ? Files.size(log) : 0);
    }

    /** The end of what it wrote, at most; empty if that was nothing. */
    String text() {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            long from = Math.max(begin, channel.size() - MOST_BYTES);
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, channel.size() - from));
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
                // once more
            }
            bytes.flip();
            return StandardCharsets.UTF_8.decode(bytes).toString().strip();
        } catch (IOException e) {
            return "";
        }
    }
}
