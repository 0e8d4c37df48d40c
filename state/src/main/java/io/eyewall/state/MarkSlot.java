package io.eyewall.state;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One of the two records of a {@link CommitMark}.
 *
 * <pre>
 * offset  0  magic        8 bytes, all numbers are big-endian
 *         8  generation   8 bytes; the slot with the higher one counts
 *        16  durable      8 bytes; commits that the disk has
 *        24  written      8 bytes; commits that the operating system has
 *        32  boot         16 bytes; of which run of the operating system, 0 if unknown
 *        48  checksum     4 bytes; CRC-32C of what is before it
 * </pre>
 *
 * @param durable commits that outlive the loss of power
 * @param written commits that outlive the process
 */
record MarkSlot(long generation, long durable, long written, BootId boot) {
    /** A slot has a block of the disk for itself, so that a torn write harms only one. */
    static final int BYTES = 4096;

    private static final long MAGIC = 0x4559_4557_434f_4d31L; // "EYEWCOM1"
    private static final int CHECKSUM_AT = 48;

    byte[] encoded() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putLong(MAGIC).putLong(generation).putLong(durable).putLong(written);
        bytes.putLong(boot.high()).putLong(boot.low());
        bytes.putInt(checksum(bytes.array()));
        return bytes.array();
    }

    /** The slot that these bytes hold, or null if they hold none, or a damaged one. */
    static @Nullable MarkSlot decoded(byte[] slot) {
        ByteBuffer bytes = ByteBuffer.wrap(slot);
        if (bytes.getLong() != MAGIC || bytes.getInt(CHECKSUM_AT) != checksum(slot)) {
            return null;
        }
        return new MarkSlot(
                bytes.getLong(),
                bytes.getLong(),
                bytes.getLong(),
                new BootId(bytes.getLong(), bytes.getLong()));
    }

    private static int checksum(byte[] slot) {
        CRC32C crc = new CRC32C();
        crc.update(slot, 0, CHECKSUM_AT);
        return (int) crc.getValue();
    }
}
