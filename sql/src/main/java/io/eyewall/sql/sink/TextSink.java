package io.eyewall.sql.sink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.sql.operator.RowBolt;
import io.eyewall.sql.operator.Streams;
import io.eyewall.sql.source.Column;
import io.eyewall.sql.source.Csv;
import io.eyewall.sql.source.Texts;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;

/** Writes rows as CSV or lines of JSON, to a file or the standard output. One task. */
public final class TextSink extends RowBolt {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final boolean json;
    private final boolean header;
    private final char separator;
    private final List<Column> columns;
    private transient Writer writer;
    private transient JsonFactory factory;
    private transient boolean closed;

    /**
     * @param path of a file, which is replaced; empty for the standard output
     * @param json a JSON object per line, otherwise CSV
     * @param header whether CSV begins with a line of names
     */
    public TextSink(
            String path, boolean json, boolean header, char separator, List<Column> columns) {
        this.path = path;
        this.json = json;
        this.header = header;
        this.separator = separator;
        this.columns = List.copyOf(columns);
    }

    @Override
    protected void open(Map<String, Object> conf, TopologyContext context) {
        try {
            OutputStream out = path.isEmpty() ? System.out : Files.newOutputStream(Path.of(path));
            writer =
                    new BufferedWriter(
                            new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
            factory = new JsonFactory();
            if (header && !json) {
                line(Csv.write(columns.stream().map(Column::name).toList(), separator));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    /** What was written is seen after a second at the latest. */
    @Override
    protected void onTick() {
        try {
            if (!closed) {
                writer.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected void onRow(String component, Object[] row) {
        try {
            line(json ? json(row) : csv(row));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void line(String text) throws IOException {
        writer.write(text);
        writer.write('\n');
    }

    private String csv(Object[] row) {
        String[] fields = new String[row.length];
        for (int i = 0; i < row.length; i++) {
            fields[i] = Texts.print(columns.get(i), row[i]);
        }
        return Csv.write(Arrays.asList(fields), separator);
    }

    private String json(Object[] row) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = factory.createGenerator(text)) {
            generator.writeStartObject();
            for (int i = 0; i < row.length; i++) {
                generator.writeFieldName(columns.get(i).name());
                write(generator, columns.get(i), row[i]);
            }
            generator.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator generator, Column column, Object value)
            throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof BigDecimal decimal) {
            generator.writeNumber(decimal.toPlainString());
        } else {
            switch (column.kind()) {
                case TINYINT, SMALLINT, INTEGER, BIGINT ->
                        generator.writeNumber(((Number) value).longValue());
                case REAL, DOUBLE -> {
                    double number = ((Number) value).doubleValue();
                    if (Double.isFinite(number)) {
                        generator.writeNumber(value.toString());
                    } else {
                        generator.writeString(value.toString());
                    }
                }
                default -> generator.writeString(Texts.print(column, value));
            }
        }
    }

    @Override
    protected void advance(long time) {
        try {
            writer.flush();
            if (time == Streams.END && !path.isEmpty()) {
                closed = true;
                writer.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void cleanup() {
        onTick();
    }
}
