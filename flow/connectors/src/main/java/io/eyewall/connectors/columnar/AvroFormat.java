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

/** Avro container files. Files with another schema are resolved to this one, or refused. */
final class AvroFormat implements FileFormat {
    private static final long serialVersionUID = 1L;

    private static final boolean WITH_CHECKSUM = true;

    /** The smallest block: two numbers of a byte, and the marker behind it. */
    private static final int MIN_BLOCK = 2 + 16;

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
        Schema wanted = schema.get();
        GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>();
        reader.setExpected(wanted);
        try {
            return new Rows(new DataFileReader<>(file.toFile(), reader), wanted, Files.size(file));
        } catch (EOFException e) {
            throw cutOff("the header", e);
        } catch (RuntimeException e) {
            throw new IOException("not an Avro file", e);
        }
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        Schema wanted = schema.get();
        try (DataFileWriter<GenericRecord> writer =
                new DataFileWriter<>(new GenericDatumWriter<>(wanted))) {
            writer.setCodec(
                    CodecFactory.zstandardCodec(
                            CodecFactory.DEFAULT_ZSTANDARD_LEVEL, WITH_CHECKSUM));
            writer.create(wanted, file.toFile());
            for (Tuple tuple : tuples) {
                writer.append(AvroValues.record(tuple, wanted));
            }
        }
    }

    private static IOException cutOff(String what, @Nullable Throwable cause) {
        IOException cut = new EOFException(what + " is cut off: the file is not complete");
        cut.initCause(cause);
        return cut;
    }

    /**
     * The records of a file.
     *
     * @param reader the reader of the file
     * @param schema the schema of the tuples
     * @param length the file's length, because Avro treats a truncated block as the end
     */
    private record Rows(DataFileReader<GenericRecord> reader, Schema schema, long length)
            implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            try {
                if (reader.hasNext()) {
                    return AvroValues.values(reader.next(), schema);
                }
                if (reader.previousSync() < length) {
                    throw cutOff(block(), null);
                }
                return null;
            } catch (RuntimeException e) { // Avro throws many kinds of exceptions for damaged bytes
                if (length - reader.previousSync() < MIN_BLOCK) {
                    throw cutOff(block(), e); // Avro takes a cut between its two numbers as read
                }
                throw new IOException(block() + " is not Avro of this schema: " + e, e);
            }
        }

        private String block() {
            return "the block that begins at byte " + reader.previousSync();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
