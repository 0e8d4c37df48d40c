package io.eyewall.connectors.columnar;

import io.eyewall.toolkit.file.FileFormat;

/** File formats for columnar data, whose tuples have the fields of an Avro schema. */
public final class Columnar {
    private Columnar() {}

    /** Returns the format of Avro container files, compressed by zstd. */
    public static FileFormat avro(String schema) {
        return new AvroFormat(schema);
    }

    /**
     * Returns the Parquet format. It writes zstd and reads Snappy, gzip and LZ4, too. Only the
     * columns of the schema are read; a file that lacks one without a default is refused. INT96 is
     * read as a {@code long} with a {@code logicalType} of {@code timestamp-millis} or {@code
     * -micros}.
     */
    public static FileFormat parquet(String avroSchema) {
        return new ParquetFormat(avroSchema);
    }
}
