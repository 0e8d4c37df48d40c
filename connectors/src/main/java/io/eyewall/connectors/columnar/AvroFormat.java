package io.eyewall.connectors.columnar;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.file.FileFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
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

/** Avro's container files. What was written with another schema is resolved to this, or refused. */
final class AvroFormat implements FileFormat {
    private static final long serialVersionUID = 1L;

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
        return new Rows(new DataFileReader<>(file.toFile(), reader), wanted);
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        Schema wanted = schema.get();
        try (DataFileWriter<GenericRecord> writer =
                new DataFileWriter<>(new GenericDatumWriter<>(wanted))) {
            writer.setCodec(CodecFactory.zstandardCodec(CodecFactory.DEFAULT_ZSTANDARD_LEVEL));
            writer.create(wanted, file.toFile());
            for (Tuple tuple : tuples) {
                writer.append(AvroValues.record(tuple, wanted));
            }
        }
    }

    private record Rows(DataFileReader<GenericRecord> reader, Schema schema) implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            try {
                return reader.hasNext() ? AvroValues.values(reader.next(), schema) : null;
            } catch (AvroRuntimeException e) {
                throw new IOException("no Avro after record " + reader.tell(), e);
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
