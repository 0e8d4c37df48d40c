package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A position in a log, together with a hash of the bytes before it. The hash distinguishes a log
 * that was truncated from one that has only grown, however long it is again, and identifies a copy
 * of the log.
 *
 * @param offset offset in bytes
 * @param hash hash of at most {@link #MAX_HASHED_BYTES} bytes before the offset; negative if
 *     unknown
 */
record LogMark(long offset, long hash) {
    static final LogMark BEGINNING = ofOffset(0, new byte[0], 0);

    /** The number of bytes before the offset that are hashed, if there are as many. */
    private static final int MAX_HASHED_BYTES = 64;

    /** Returns the mark at {@code offset}, where {@code bytes[end]} is the byte at that offset. */
    static LogMark ofOffset(long offset, byte[] bytes, int end) {
        int hashedLength = (int) Math.min(offset, MAX_HASHED_BYTES);
        CRC32 hash = new CRC32();
        hash.update(bytes, end - hashedLength, hashedLength);
        return new LogMark(offset, hash.getValue());
    }

    /**
     * Returns the mark with a decimal offset and a hexadecimal hash, which is empty in files of
     * older versions.
     */
    static LogMark parse(String offset, String hash) {
        return new LogMark(
                Long.parseLong(offset), hash.isEmpty() ? -1 : Long.parseUnsignedLong(hash, 16));
    }

    /** Returns the number of bytes before the offset that are hashed. */
    int hashedLength() {
        return (int) Math.min(offset, MAX_HASHED_BYTES);
    }

    /**
     * Reads up to {@code maxBytes} bytes from the offset on, preceded by the {@link #hashedLength}
     * bytes before it, as far as the file has them.
     */
    byte[] readAround(FileChannel file, int maxBytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(hashedLength() + maxBytes);
        int count = 0;
        while (buffer.hasRemaining() && count >= 0) {
            count = file.read(buffer, offset - hashedLength() + buffer.position());
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /**
     * Returns whether bytes that {@link #readAround} has read begin with the bytes before this
     * mark.
     */
    boolean matches(byte[] bytes) {
        return bytes.length >= hashedLength()
                && (hash < 0 || ofOffset(offset, bytes, hashedLength()).hash == hash);
    }

    /** Returns whether a file has the bytes before this mark at the same offset. */
    boolean matches(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return matches(readAround(channel, 0));
        }
    }
}
