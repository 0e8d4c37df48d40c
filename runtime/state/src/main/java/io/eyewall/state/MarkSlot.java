package io.eyewall.state;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One of the two records of a {@link CommitMark}.
 *
 * <pre>
 * offset  0  magic        8 bytes, all numbers are big-endian
 *         8  generation   8 bytes; the slot with the higher number is valid
 *        16  durable      8 bytes; commits that have reached the disk
 *        24  written      8 bytes; commits that have reached the operating system
 *        32  boot         16 bytes; the operating system's run, 0 if unknown
 *        48  checksum     4 bytes; CRC-32C of the bytes before it
 * </pre>
 *
 * @param generation number of the write
 * @param durable commits that survive a loss of power
 * @param written commits that survive the end of the process
 * @param boot the operating system's run that wrote the slot
 */
record MarkSlot(long generation, long durable, long written, BootId boot) {
    /**
     * The size of a disk block: each slot has its own block, so a torn write damages only one slot.
     */
    static final int BYTES = 4096;

    private static final long MAGIC = 0x4559_4557_434f_4d31L; // "EYEWCOM1"
    private static final int CHECKSUM_OFFSET = 48;

    byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putLong(MAGIC).putLong(generation).putLong(durable).putLong(written);
        bytes.putLong(boot.high()).putLong(boot.low());
        bytes.putInt(checksum(bytes.array()));
        return bytes.array();
    }

    /** Returns the slot that the bytes encode; null if they encode no slot, or a damaged one. */
    static @Nullable MarkSlot decode(byte[] slot) {
        ByteBuffer bytes = ByteBuffer.wrap(slot);
        if (bytes.getLong() != MAGIC || bytes.getInt(CHECKSUM_OFFSET) != checksum(slot)) {
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
        crc.update(slot, 0, CHECKSUM_OFFSET);
        return (int) crc.getValue();
    }
}
