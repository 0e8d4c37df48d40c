package io.eyewall.connectors.columnar;

import io.eyewall.toolkit.file.FileFormat;

/** Formats whose records have the fields of an Avro schema, which are those of the tuples. */
public final class Columnar {
    private Columnar() {}

    /** Avro's container files, compressed by zstd. */
    public static FileFormat avro(String schema) {
        return new AvroFormat(schema);
    }

    /**
     * Parquet, compressed by zstd; reads Snappy, gzip and LZ4, too. Of a file the columns of the
     * schema are read; one that has none of them with no default is refused. INT96 is read as a
     * {@code long} with a {@code logicalType} of {@code timestamp-millis} or {@code -micros}.
     */
    public static FileFormat parquet(String avroSchema) {
        return new ParquetFormat(avroSchema);
    }
}
