package io.eyewall.connectors.columnar;

import io.eyewall.toolkit.file.FileFormat;

/** Formats whose records have the fields of an Avro schema, which are those of the tuples. */
public final class Columnar {
    private Columnar() {}

    /** Avro's container files, compressed by zstd. */
    public static FileFormat avro(String schema) {
        return new AvroFormat(schema);
    }

    /** Parquet, compressed by zstd; reads Snappy and gzip, too. */
    public static FileFormat parquet(String avroSchema) {
        return new ParquetFormat(avroSchema);
    }
}
