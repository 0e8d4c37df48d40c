package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A position in a log, together with a hash of the bytes before it. By the hash a truncated log can
 * be distinguished from one that has only grown, however long it is by then, and a copy of the log
 * can be recognized.
 *
 * @param offset offset in bytes
 * @param hash hash of at most {@link #HASHED_BYTES} bytes before the offset; negative if unknown
 */
record LogMark(long offset, long hash) {
    static final LogMark BEGINNING = at(0, new byte[0], 0);

    private static final int HASHED_BYTES = 64;

    /** Returns the mark at {@code offset}, where {@code bytes[end]} is the byte at that offset. */
    static LogMark at(long offset, byte[] bytes, int end) {
        int length = (int) Math.min(offset, HASHED_BYTES);
        CRC32 hash = new CRC32();
        hash.update(bytes, end - length, length);
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
        return (int) Math.min(offset, HASHED_BYTES);
    }

    /**
     * Reads up to {@code most} bytes from the offset on, preceded by the {@link #hashedLength}
     * bytes before it, as far as the file has them.
     */
    byte[] read(FileChannel file, int most) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(hashedLength() + most);
        int count = 0;
        while (buffer.hasRemaining() && count >= 0) {
            count = file.read(buffer, offset - hashedLength() + buffer.position());
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Returns whether bytes of {@link #read} belong to the log that this mark is a position in. */
    boolean matches(byte[] bytes) {
        return bytes.length >= hashedLength()
                && (hash < 0 || at(offset, bytes, hashedLength()).hash == hash);
    }

    boolean matches(Path file) throws IOException {
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ)) {
            return matches(read(open, 0));
        }
    }
}
