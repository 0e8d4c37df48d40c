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
 * Parquet files, read and written without Hadoop's configuration, file systems and codecs. Hadoop's
 * classes are needed only where Parquet's classes refer to them.
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
        Schema wanted = schema.schema();
        PlainParquetConfiguration configuration = new PlainParquetConfiguration();
        configuration.set(READ_SCHEMA, wanted.toString());
        ColumnReadSupport readSupport = new ColumnReadSupport(wanted);
        try {
            return new Rows(
                    new ReaderBuilder(new LocalInputFile(file), configuration, readSupport)
                            .withCodecFactory(new ParquetCodecs())
                            .build(),
                    readSupport,
                    wanted);
        } catch (RuntimeException e) {
            throw unreadableException(e);
        }
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        Schema wanted = schema.schema();
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
                writer.write(AvroValues.toRecord(tuple, wanted));
            }
        }
    }

    /**
     * Returns an exception for a file that Parquet cannot read. Parquet's readers throw many kinds
     * of exceptions, whose last cause holds the reason.
     */
    private static IOException unreadableException(RuntimeException e) {
        Throwable lastCause = e;
        while (lastCause.getCause() != null) {
            lastCause = lastCause.getCause();
        }
        return new IOException("not Parquet of this schema: " + lastCause, e);
    }

    private static final class ReaderBuilder extends ParquetReader.Builder<GenericRecord> {
        private final ColumnReadSupport readSupport;

        ReaderBuilder(
                InputFile file, ParquetConfiguration configuration, ColumnReadSupport readSupport) {
            super(file, configuration);
            this.readSupport = readSupport;
        }

        @Override
        protected ReadSupport<GenericRecord> getReadSupport() {
            return readSupport;
        }
    }

    private record Rows(
            ParquetReader<GenericRecord> reader, ColumnReadSupport readSupport, Schema schema)
            implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            GenericRecord record;
            try {
                record = reader.read();
            } catch (RuntimeException e) {
                throw unreadableException(e);
            }
            String error = readSupport.takeError();
            if (error != null) {
                throw new BadRecordException(error, null, String.valueOf(record));
            }
            return record == null ? null : AvroValues.toTupleValues(record, schema);
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
