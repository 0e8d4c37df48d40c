package io.eyewall.connectors.columnar;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.file.FileFormat;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Avro container files. A file that was written with another schema is resolved to this format's
 * schema, or refused if Avro cannot resolve it.
 */
final class AvroFormat implements FileFormat {
    private static final long serialVersionUID = 1L;

    private static final boolean WITH_CHECKSUM = true;

    /**
     * The length of the smallest block: its number of records and its size, which take at least one
     * byte each, and the sync marker of 16 bytes behind it.
     */
    private static final int MIN_BLOCK_BYTES = 2 + 16;

    private final RecordSchema schema;

    AvroFormat(String schema) {
        this.schema = new RecordSchema(schema);
    }

    @Override
    public Fields fields() {
        return schema.fields();
    }

    @Override
    public String suffix() {
        return ".avro";
    }

    @Override
    public Records read(Path file) throws IOException {
        Schema wanted = schema.schema();
        GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>();
        reader.setExpected(wanted);
        try {
            return new Rows(new DataFileReader<>(file.toFile(), reader), wanted, Files.size(file));
        } catch (EOFException e) {
            throw cutOffException("the header", e);
        } catch (RuntimeException e) {
            throw new IOException("not an Avro file", e);
        }
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        Schema wanted = schema.schema();
        try (DataFileWriter<GenericRecord> writer =
                new DataFileWriter<>(new GenericDatumWriter<>(wanted))) {
            writer.setCodec(
                    CodecFactory.zstandardCodec(
                            CodecFactory.DEFAULT_ZSTANDARD_LEVEL, WITH_CHECKSUM));
            writer.create(wanted, file.toFile());
            for (Tuple tuple : tuples) {
                writer.append(AvroValues.toRecord(tuple, wanted));
            }
        }
    }

    private static IOException cutOffException(String what, @Nullable Throwable cause) {
        IOException exception = new EOFException(what + " is cut off: the file is not complete");
        exception.initCause(cause);
        return exception;
    }

    /**
     * The records of an open file.
     *
     * @param reader the reader of the file
     * @param schema the schema of the tuples
     * @param length the file's length in bytes; needed because Avro takes a block that is cut off
     *     for the end of the file
     */
    private record Rows(DataFileReader<GenericRecord> reader, Schema schema, long length)
            implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            try {
                if (reader.hasNext()) {
                    return AvroValues.toTupleValues(reader.next(), schema);
                }
                if (reader.previousSync() < length) {
                    throw cutOffException(blockName(), null);
                }
                return null;
            } catch (RuntimeException e) { // Avro throws many kinds of exceptions for damaged bytes
                if (length - reader.previousSync() < MIN_BLOCK_BYTES) {
                    // Avro fails with a NullPointerException if the file ends between the two
                    // numbers at the beginning of a block.
                    throw cutOffException(blockName(), e);
                }
                throw new IOException(blockName() + " is not Avro of this schema: " + e, e);
            }
        }

        private String blockName() {
            return "the block that begins at byte " + reader.previousSync();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
