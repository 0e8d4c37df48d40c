package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** The format of one record per line; lines may end as on UNIX or as on Windows. */
final class LineFormat implements FileFormat {
    private static final long serialVersionUID = 1L;

    /** A longer line is skipped and reported as a bad record. */
    private static final int MAX_LINE_BYTES = 16 << 20;

    private final String field;
    private final Compression compression;

    LineFormat(String field, Compression compression) {
        this.field = field;
        this.compression = compression;
    }

    @Override
    public Fields fields() {
        return new Fields(field);
    }

    @Override
    public String suffix() {
        return ".txt" + compression.suffix();
    }

    @Override
    public Records read(Path file) throws IOException {
        return read(Files.newInputStream(file));
    }

    @Override
    public Records read(InputStream bytes) throws IOException {
        return new Lines(Utf8.skipByteOrderMark(compression.reading(bytes)), Decoder.text(field));
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        try (OutputStream out =
                compression.writing(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (Tuple tuple : tuples) {
                byte[] line = Values.bytes(tuple, field);
                for (byte each : line) {
                    if (each == '\n') {
                        throw new BadRecordException(
                                "field '" + field + "' contains a line break", null);
                    }
                }
                out.write(line);
                out.write('\n');
            }
        }
    }

    private record Lines(InputStream in, Decoder decoder) implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            boolean isTooLong = false;
            int next = in.read();
            if (next < 0) {
                return null;
            }
            while (next >= 0 && next != '\n') {
                if (line.size() < MAX_LINE_BYTES) {
                    line.write(next);
                } else {
                    isTooLong = true;
                }
                next = in.read();
            }
            if (isTooLong) {
                throw new BadRecordException(
                        "line of more than " + MAX_LINE_BYTES + " bytes", null);
            }
            byte[] bytes = line.toByteArray();
            if (bytes.length > 0 && bytes[bytes.length - 1] == '\r') {
                bytes = java.util.Arrays.copyOf(bytes, bytes.length - 1);
            }
            return decoder.decode(bytes);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
