package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A place in a log, and what stands before it: so a log that was cut is told from one that has only
 * grown, however long it is by then, and a copy of it is known.
 *
 * @param hash of the bytes before it, at most {@link #KNOWN_BY}; below 0 if nobody knows
 */
record LogMark(long offset, long hash) {
    static final LogMark BEGINNING = behind(0, new byte[0], 0);

    private static final int KNOWN_BY = 64;

    /** The one at {@code offset}, of which {@code bytes[end]} is the byte. */
    static LogMark behind(long offset, byte[] bytes, int end) {
        int length = (int) Math.min(offset, KNOWN_BY);
        CRC32 hash = new CRC32();
        hash.update(bytes, end - length, length);
        return new LogMark(offset, hash.getValue());
    }

    /** Of texts, in hexadecimal the hash; of older versions none. */
    static LogMark parse(String offset, String hash) {
        return new LogMark(
                Long.parseLong(offset), hash.isEmpty() ? -1 : Long.parseUnsignedLong(hash, 16));
    }

    /** How many bytes before it are known. */
    int known() {
        return (int) Math.min(offset, KNOWN_BY);
    }

    /** Up to {@code most} bytes behind it; before them {@link #known} ones, if they are there. */
    byte[] read(FileChannel file, int most) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(known() + most);
        int count = 0;
        while (buffer.hasRemaining() && count >= 0) {
            count = file.read(buffer, offset - known() + buffer.position());
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Whether bytes of {@link #read} are of the log that it is a place of. */
    boolean fits(byte[] bytes) {
        return bytes.length >= known() && (hash < 0 || behind(offset, bytes, known()).hash == hash);
    }

    boolean fits(Path file) throws IOException {
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ)) {
            return fits(read(open, 0));
        }
    }
}
