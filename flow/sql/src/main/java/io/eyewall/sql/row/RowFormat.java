package io.eyewall.sql.row;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.Csv;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.Utf8;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the rows of a file of CSV, or of JSON with one object per line. Errors name the file and
 * line of a bad record. A file whose name ends in {@code .gz} is decompressed by gzip.
 *
 * @param header whether CSV begins with a header, by whose names columns are found; fields that are
 *     not columns of the table are ignored
 */
public record RowFormat(RowText text, boolean header) implements FileFormat {
    private static final Logger LOG = LoggerFactory.getLogger(RowFormat.class);

    @Override
    public Fields fields() {
        return RowDecoder.FIELDS;
    }

    @Override
    public String suffix() {
        return text.json() ? ".jsonl" : ".csv";
    }

    @Override
    public Records read(Path file) throws IOException {
        Compression compression =
                file.toString().endsWith(".gz") ? Compression.gzip() : Compression.none();
        return records(compression.reading(Files.newInputStream(file)), file.toString());
    }

    @Override
    public Records read(InputStream bytes) throws IOException {
        return records(bytes, "standard input");
    }

    private Records records(InputStream bytes, String name) throws IOException {
        BufferedReader reader = Utf8.reader(bytes);
        if (text.json()) {
            return new Json(reader, name);
        }
        Csv csv = new Csv(reader, text.separator());
        try {
            return new Rows(reader, csv, header ? readHeader(csv, name) : null, name);
        } catch (IOException | ConnectorException e) {
            reader.close();
            throw e;
        }
    }

    /** Reads the header and returns the order of the fields; null if the file is empty. */
    private @Nullable FieldOrder readHeader(Csv csv, String name) throws IOException {
        String location = name + ":" + csv.line() + ": the header ";
        List<@Nullable String> names;
        try {
            names = csv.read();
        } catch (BadRecordException e) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG, location + "is invalid: " + e.reason(), e);
        }
        if (names == null) {
            return null;
        }
        FieldOrder order = FieldOrder.fromHeader(location, text.columns(), text.clock(), names);
        List<@Nullable String> unknown = FieldOrder.unknownNames(text.columns(), names);
        if (!unknown.isEmpty()) {
            LOG.warn(
                    "{}has {}, which are not columns of the table: they are not read",
                    location,
                    Csv.printable(unknown));
        }
        return order;
    }

    @Override
    public void write(Path file, List<Tuple> tuples) {
        throw new UnsupportedOperationException("rows are written line by line");
    }

    private static List<Object> tupleOf(@Nullable Object[] row) {
        return List.of((Object) row);
    }

    private static BadRecordException badRecordAt(String name, long line, BadRecordException e) {
        return new BadRecordException(
                name + ":" + line + ": " + e.reason() + "; 'on-error'='skip' leaves such rows out",
                null,
                e.record(),
                e.records());
    }

    private final class Rows implements Records {
        private final BufferedReader reader;
        private final Csv csv;
        private final @Nullable FieldOrder order;
        private final String name;

        Rows(BufferedReader reader, Csv csv, @Nullable FieldOrder order, String name) {
            this.reader = reader;
            this.csv = csv;
            this.order = order;
            this.name = name;
        }

        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            try {
                List<@Nullable String> fields = csv.read();
                return fields == null ? null : tupleOf(row(fields));
            } catch (BadRecordException e) {
                throw badRecordAt(name, csv.line(), e);
            }
        }

        private @Nullable Object[] row(List<@Nullable String> fields) throws BadRecordException {
            try {
                return text.toRow(fields, order);
            } catch (BadRecordException e) {
                boolean isHeader = csv.line() == 1 && !header && text.areColumnNames(fields);
                String hint = isHeader ? "; if this is a header, add 'header'='true'" : "";
                throw fields.size() == text.width(order)
                        ? new BadRecordException(e.reason() + hint, null)
                        : csv.malformed(e.reason() + hint, "");
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    private final class Json implements Records {
        private final BufferedReader reader;
        private final String name;
        private long line;

        Json(BufferedReader reader, String name) {
            this.reader = reader;
            this.name = name;
        }

        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            String record;
            do {
                record = reader.readLine();
                line++;
                if (record == null) {
                    return null;
                }
            } while (record.isBlank());
            if (Utf8.hasInvalidBytes(record)) {
                throw badRecordAt(name, line, new BadRecordException("not valid UTF-8", null));
            }
            try {
                return tupleOf(text.parse(record));
            } catch (BadRecordException e) {
                throw badRecordAt(name, line, e);
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
