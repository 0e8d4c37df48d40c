package io.eyewall.connectors.columnar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Compresses and decompresses the pages of Parquet files: uncompressed, zstd, Snappy, gzip or LZ4.
 * It does not need Hadoop, whose classes Parquet's own codecs use.
 */
final class ParquetCodecs implements CompressionCodecFactory {
    /** The default level of zstd. */
    private static final int ZSTD_LEVEL = 3;

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName name) {
        return new Codec(name);
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
        return new Codec(name);
    }

    @Override
    public void release() {
        // There is nothing to release.
    }

    private record Codec(CompressionCodecName name)
            implements BytesInputCompressor, BytesInputDecompressor {
        Codec {
            switch (name) {
                case UNCOMPRESSED, ZSTD, SNAPPY, GZIP, LZ4, LZ4_RAW -> {}
                default ->
                        throw new IllegalArgumentException(
                                "Parquet pages by "
                                        + name
                                        + " are not supported: expected UNCOMPRESSED, ZSTD, SNAPPY,"
                                        + " GZIP, LZ4 or LZ4_RAW; let its writer use one of these");
            }
        }

        @Override
        public CompressionCodecName getCodecName() {
            return name;
        }

        @Override
        public BytesInput compress(BytesInput page) throws IOException {
            return switch (name) {
                case ZSTD ->
                        BytesInput.from(
                                com.github.luben.zstd.Zstd.compress(toBytes(page), ZSTD_LEVEL));
                case SNAPPY -> BytesInput.from(Snappy.compress(toBytes(page)));
                case LZ4_RAW -> BytesInput.from(ParquetLz4.compress(toBytes(page)));
                case GZIP -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try (OutputStream out = new GZIPOutputStream(bytes)) {
                        page.writeAllTo(out);
                    }
                    yield BytesInput.from(bytes);
                }
                case UNCOMPRESSED -> page;
                default -> throw new IOException(name + " pages can be read, but not written");
            };
        }

        @Override
        public BytesInput decompress(BytesInput page, int size) throws IOException {
            return switch (name) {
                case ZSTD ->
                        BytesInput.from(com.github.luben.zstd.Zstd.decompress(toBytes(page), size));
                case SNAPPY -> BytesInput.from(Snappy.uncompress(toBytes(page)));
                case LZ4_RAW -> BytesInput.from(ParquetLz4.decompressRaw(toBytes(page), size));
                case LZ4 -> BytesInput.from(ParquetLz4.decompress(toBytes(page), size));
                case GZIP -> {
                    try (InputStream in = new GZIPInputStream(page.toInputStream())) {
                        yield BytesInput.from(in.readNBytes(size));
                    }
                }
                default -> page; // uncompressed
            };
        }

        @Override
        public void decompress(
                ByteBuffer compressed,
                int compressedSize,
                ByteBuffer uncompressed,
                int uncompressedSize)
                throws IOException {
            byte[] bytes = new byte[compressedSize];
            compressed.get(bytes);
            uncompressed.put(toBytes(decompress(BytesInput.from(bytes), uncompressedSize)));
        }

        private static byte[] toBytes(BytesInput page) throws IOException {
            return page.toInputStream().readAllBytes();
        }

        @Override
        public void release() {
            // There is nothing to release.
        }
    }
}
