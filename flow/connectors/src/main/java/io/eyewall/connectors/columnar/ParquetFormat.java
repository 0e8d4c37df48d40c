package io.eyewall.connectors.columnar;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.file.FileFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Parquet files without Hadoop: its configuration, file systems and codecs are not used, only the
 * classes that Parquet's classes link to.
 */
final class ParquetFormat implements FileFormat {
    private static final long serialVersionUID = 1L;

    /**
     * The key that {@code AvroReadSupport.setAvroReadSchema} sets, which accepts only Hadoop's
     * configuration.
     */
    private static final String READ_SCHEMA = "parquet.avro.read.schema";

    private final RecordSchema schema;

    ParquetFormat(String schema) {
        this.schema = new RecordSchema(schema);
    }

    @Override
    public Fields fields() {
        return schema.fields();
    }

    @Override
    public String suffix() {
        return ".parquet";
    }

    @Override
    public Records read(Path file) throws IOException {
        Schema wanted = schema.get();
        PlainParquetConfiguration configuration = new PlainParquetConfiguration();
        configuration.set(READ_SCHEMA, wanted.toString());
        ColumnReadSupport columns = new ColumnReadSupport(wanted);
        try {
            return new Rows(
                    new Builder(new LocalInputFile(file), configuration, columns)
                            .withCodecFactory(new ParquetCodecs())
                            .build(),
                    columns,
                    wanted);
        } catch (RuntimeException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        Schema wanted = schema.get();
        Files.deleteIfExists(file); // Parquet refuses to replace a file
        try (ParquetWriter<GenericRecord> writer =
                AvroParquetWriter.<GenericRecord>builder(new LocalOutputFile(file))
                        .withSchema(wanted)
                        .withDataModel(GenericData.get())
                        .withConf(new PlainParquetConfiguration())
                        .withCodecFactory(new ParquetCodecs())
                        .withCompressionCodec(CompressionCodecName.ZSTD)
                        .build()) {
            for (Tuple tuple : tuples) {
                writer.write(AvroValues.record(tuple, wanted));
            }
        }
    }

    /**
     * Wraps an exception of Parquet's readers, which throw many kinds and put the reason into the
     * last cause.
     */
    private static IOException unreadable(RuntimeException e) {
        Throwable last = e;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return new IOException("not Parquet of this schema: " + last, e);
    }

    private static final class Builder extends ParquetReader.Builder<GenericRecord> {
        private final ColumnReadSupport columns;

        Builder(InputFile file, ParquetConfiguration configuration, ColumnReadSupport columns) {
            super(file, configuration);
            this.columns = columns;
        }

        @Override
        protected ReadSupport<GenericRecord> getReadSupport() {
            return columns;
        }
    }

    private record Rows(
            ParquetReader<GenericRecord> reader, ColumnReadSupport columns, Schema schema)
            implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            GenericRecord record;
            try {
                record = reader.read();
            } catch (RuntimeException e) {
                throw unreadable(e);
            }
            String error = columns.takeError();
            if (error != null) {
                throw new BadRecordException(error, null, String.valueOf(record));
            }
            return record == null ? null : AvroValues.values(record, schema);
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
