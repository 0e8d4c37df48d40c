package io.eyewall.connectors.columnar;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * LZ4 by aircompressor, a dependency of Parquet. It is a class of its own so that the other codecs
 * work where aircompressor is missing.
 */
final class ParquetLz4 {
    /** The uncompressed and the compressed size of a block, before the block. */
    private static final int FRAME_HEADER_BYTES = 2 * Integer.BYTES;

    private ParquetLz4() {}

    /** Compresses to {@code LZ4_RAW}: one block. */
    static byte[] compress(byte[] page) {
        Lz4Compressor lz4 = new Lz4Compressor();
        byte[] bytes = new byte[lz4.maxCompressedLength(page.length)];
        return Arrays.copyOf(bytes, lz4.compress(page, 0, page.length, bytes, 0, bytes.length));
    }

    /** Decompresses {@code LZ4_RAW}: one block. */
    static byte[] decompressRaw(byte[] page, int uncompressedSize) {
        byte[] bytes = new byte[uncompressedSize];
        int count =
                new Lz4Decompressor().decompress(page, 0, page.length, bytes, 0, uncompressedSize);
        return Arrays.copyOf(bytes, count);
    }

    /**
     * Decompresses {@code LZ4}: blocks in Hadoop's framing, each after its uncompressed and its
     * compressed size, 4 bytes each, big-endian. Some writers wrote one block without framing.
     */
    static byte[] decompress(byte[] page, int uncompressedSize) {
        if (!isFramed(page, uncompressedSize)) {
            return decompressRaw(page, uncompressedSize);
        }
        ByteBuffer input = ByteBuffer.wrap(page);
        ByteBuffer output = ByteBuffer.allocate(uncompressedSize);
        while (input.hasRemaining()) {
            int uncompressedBlockSize = input.getInt();
            byte[] block = new byte[input.getInt()];
            input.get(block);
            output.put(decompressRaw(block, uncompressedBlockSize));
        }
        return output.array();
    }

    /**
     * Returns whether the sizes in a page, read as those of framed blocks, add up to the size of
     * the page.
     */
    private static boolean isFramed(byte[] page, int uncompressedSize) {
        ByteBuffer input = ByteBuffer.wrap(page);
        long totalUncompressed = 0;
        while (input.remaining() >= FRAME_HEADER_BYTES) {
            int uncompressedBlockSize = input.getInt();
            int compressedBlockSize = input.getInt();
            if (uncompressedBlockSize < 0
                    || compressedBlockSize < 0
                    || compressedBlockSize > input.remaining()) {
                return false;
            }
            totalUncompressed += uncompressedBlockSize;
            input.position(input.position() + compressedBlockSize);
        }
        return totalUncompressed == uncompressedSize && !input.hasRemaining();
    }
}
