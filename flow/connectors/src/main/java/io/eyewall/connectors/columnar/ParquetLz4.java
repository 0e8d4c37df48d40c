package io.eyewall.connectors.columnar;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * LZ4 by aircompressor, a dependency of Parquet. A separate class, so that other codecs work
 * without aircompressor.
 */
final class ParquetLz4 {
    private static final int SIZES = 2 * Integer.BYTES;

    private ParquetLz4() {}

    static byte[] compress(byte[] page) {
        Lz4Compressor lz4 = new Lz4Compressor();
        byte[] bytes = new byte[lz4.maxCompressedLength(page.length)];
        return Arrays.copyOf(bytes, lz4.compress(page, 0, page.length, bytes, 0, bytes.length));
    }

    /** Decompresses {@code LZ4_RAW}: one block. */
    static byte[] decompressRaw(byte[] page, int size) {
        byte[] bytes = new byte[size];
        int count = new Lz4Decompressor().decompress(page, 0, page.length, bytes, 0, size);
        return Arrays.copyOf(bytes, count);
    }

    /**
     * Decompresses {@code LZ4}: blocks in Hadoop's framing, each after its uncompressed and its
     * compressed size, 4 bytes each, big-endian. Some writers wrote one block without framing.
     */
    static byte[] decompress(byte[] page, int size) {
        if (!isFramed(page, size)) {
            return decompressRaw(page, size);
        }
        ByteBuffer from = ByteBuffer.wrap(page);
        ByteBuffer to = ByteBuffer.allocate(size);
        while (from.hasRemaining()) {
            int blockSize = from.getInt();
            byte[] block = new byte[from.getInt()];
            from.get(block);
            to.put(decompressRaw(block, blockSize));
        }
        return to.array();
    }

    private static boolean isFramed(byte[] page, int size) {
        ByteBuffer from = ByteBuffer.wrap(page);
        long total = 0;
        while (from.remaining() >= SIZES) {
            int blockSize = from.getInt();
            int length = from.getInt();
            if (blockSize < 0 || length < 0 || length > from.remaining()) {
                return false;
            }
            total += blockSize;
            from.position(from.position() + length);
        }
        return total == size && !from.hasRemaining();
    }
}
