package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Values;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * CSV according to RFC 4180: values are separated by commas, quoted where needed (with doubled
 * quotes within quotes), and may have several lines. The first row names the columns, which may be
 * in any order; only those of this format's fields are read. Empty lines are skipped.
 */
final class CsvFormat implements FileFormat {
    private static final long serialVersionUID = 1L;
    private static final char SEPARATOR = ',';

    private final ArrayList<String> fields;
    private final Compression compression;

    CsvFormat(List<String> fields, Compression compression) {
        this.fields = new ArrayList<>(fields);
        this.compression = compression;
    }

    @Override
    public Fields fields() {
        return new Fields(fields);
    }

    @Override
    public String suffix() {
        return ".csv" + compression.suffix();
    }

    @Override
    public Records read(Path file) throws IOException {
        return read(new BufferedInputStream(Files.newInputStream(file)));
    }

    @Override
    public Records read(InputStream bytes) throws IOException {
        BufferedReader reader = Utf8.reader(compression.reading(bytes));
        try {
            Csv csv = new Csv(reader, SEPARATOR);
            List<@Nullable String> header = csv.read();
            if (header == null) {
                return new Rows(reader, csv, new int[0], 0);
            }
            int[] columnIndexes = new int[fields.size()];
            for (int i = 0; i < columnIndexes.length; i++) {
                columnIndexes[i] = header.indexOf(fields.get(i));
                if (columnIndexes[i] < 0) {
                    throw new IOException(
                            "no column '"
                                    + fields.get(i)
                                    + "'; the columns are "
                                    + Csv.printable(header));
                }
                if (columnIndexes[i] != header.lastIndexOf(fields.get(i))) {
                    throw new IOException(
                            "column '"
                                    + fields.get(i)
                                    + "' occurs twice in "
                                    + Csv.printable(header));
                }
            }
            return new Rows(reader, csv, columnIndexes, header.size());
        } catch (BadRecordException e) {
            reader.close();
            throw new IOException("the first row can't be read", e);
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        try (OutputStream out =
                compression.writing(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.write(toLine(fields));
            for (Tuple tuple : tuples) {
                List<@Nullable String> values = new ArrayList<>();
                for (String field : fields) {
                    values.add(toText(tuple, field));
                }
                out.write(toLine(values));
            }
        }
    }

    /** Returns the field's text; null stays null, which becomes an empty field. */
    private static @Nullable String toText(Tuple tuple, String field) throws BadRecordException {
        return tuple.contains(field) && tuple.getValueByField(field) == null
                ? null
                : new String(Values.bytes(tuple, field), StandardCharsets.UTF_8);
    }

    private static byte[] toLine(List<? extends @Nullable String> values) {
        return (Csv.write(new ArrayList<>(values), SEPARATOR) + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The rows of an open file.
     *
     * @param columnIndexes the index, in a row, of each of the format's fields
     * @param columnCount the number of values that a row must have
     */
    @SuppressWarnings("ArrayRecordComponent") // instances are not compared
    private record Rows(BufferedReader reader, Csv csv, int[] columnIndexes, int columnCount)
            implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            List<@Nullable String> row = csv.read();
            if (row == null) {
                return null;
            }
            if (row.size() != columnCount) {
                throw csv.malformed(
                        "expected " + columnCount + " values, not " + row.size(),
                        Csv.write(row, SEPARATOR));
            }
            List<Object> values = new ArrayList<>(columnIndexes.length);
            for (int column : columnIndexes) {
                String value = row.get(column);
                values.add(value == null ? "" : value);
            }
            return values;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
