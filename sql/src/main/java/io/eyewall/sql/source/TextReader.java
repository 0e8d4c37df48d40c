package io.eyewall.sql.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads CSV or lines of JSON from a file or the standard input. */
public final class TextReader implements RowReader {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(TextReader.class);

    private final String path;
    private final boolean json;
    private final boolean header;
    private final char separator;
    private final boolean skipBad;
    private final List<Column> columns;
    private transient BufferedReader reader;
    private transient Csv csv;
    private transient ObjectMapper mapper;
    private transient long line;
    private transient long skipped;

    /**
     * @param path of a file, gzipped if its name ends in .gz; empty for the standard input
     * @param json a JSON object per line, otherwise CSV
     * @param header whether CSV begins with a line of names
     * @param separator of CSV
     * @param skipBad whether rows that can't be read are left out and counted; otherwise they end
     *     the query
     */
    public TextReader(
            String path,
            boolean json,
            boolean header,
            char separator,
            boolean skipBad,
            List<Column> columns) {
        this.path = path;
        this.json = json;
        this.header = header;
        this.separator = separator;
        this.skipBad = skipBad;
        this.columns = List.copyOf(columns);
    }

    @Override
    public void open() throws IOException {
        InputStream in = path.isEmpty() ? standardInput() : Files.newInputStream(Path.of(path));
        if (path.endsWith(".gz")) {
            in = new GZIPInputStream(in);
        }
        reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
        csv = new Csv(reader, separator);
        mapper = new ObjectMapper();
        if (header && !json) {
            csv.read();
        }
    }

    private static InputStream standardInput() {
        return new FilterInputStream(System.in) {
            @Override
            public void close() {
                // it is the process's
            }
        };
    }

    @Override
    public @Nullable Object @Nullable [] read() throws IOException {
        while (true) {
            long at = json ? line + 1 : csv.line();
            try {
                Object[] row = json ? readJson() : readCsv();
                if (row == null && skipped > 0) {
                    LOG.warn("{}: {} rows could not be read and were left out", name(), skipped);
                }
                return row;
            } catch (IllegalArgumentException | JsonProcessingException e) {
                if (!skipBad) {
                    throw new IOException(
                            name()
                                    + ":"
                                    + at
                                    + ": "
                                    + e.getMessage()
                                    + "; 'on-error'='skip' leaves such rows out",
                            e);
                }
                skipped++;
            }
        }
    }

    private String name() {
        return path.isEmpty() ? "standard input" : path;
    }

    private @Nullable Object @Nullable [] readCsv() throws IOException {
        List<@Nullable String> fields = csv.read();
        if (fields == null) {
            return null;
        }
        if (fields.size() != columns.size()) {
            throw new IllegalArgumentException(
                    fields.size() + " fields; expected " + columns.size());
        }
        Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            String field = fields.get(i);
            row[i] = field == null ? missing(columns.get(i)) : Texts.parse(columns.get(i), field);
        }
        return row;
    }

    private static @Nullable Object missing(Column column) {
        if (column.required()) {
            throw new IllegalArgumentException(
                    "column " + column.name() + " has no value, but is NOT NULL");
        }
        return null;
    }

    private @Nullable Object @Nullable [] readJson() throws IOException {
        String text;
        do {
            text = reader.readLine();
            line++;
            if (text == null) {
                return null;
            }
        } while (text.isBlank());
        JsonNode node = mapper.readTree(text);
        if (!node.isObject()) {
            throw new IllegalArgumentException("no JSON object");
        }
        Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            Column column = columns.get(i);
            JsonNode value = node.get(column.name());
            if (value == null || value.isNull()) {
                row[i] = missing(column);
            } else if (value.isValueNode()) {
                row[i] = Texts.parse(column, value.asText());
            } else if (column.kind() == Column.Kind.TEXT) {
                row[i] = value.toString();
            } else {
                throw new IllegalArgumentException(
                        "column " + column.name() + ": " + value + " is no " + column.kind());
            }
        }
        return row;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
    }
}
