package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Json;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** The format of one JSON object per line; a field whose name the object lacks is null. */
final class JsonLineFormat implements FileFormat {
    private static final long serialVersionUID = 1L;

    /** The field in which {@link LineFormat} returns a line. */
    private static final String LINE_FIELD = "line";

    private final ArrayList<String> fields;
    private final Compression compression;

    JsonLineFormat(List<String> fields, Compression compression) {
        this.fields = new ArrayList<>(fields);
        this.compression = compression;
    }

    @Override
    public Fields fields() {
        return new Fields(fields);
    }

    @Override
    public String suffix() {
        return ".jsonl" + compression.suffix();
    }

    @Override
    public Records read(Path file) throws IOException {
        return read(Files.newInputStream(file));
    }

    @Override
    public Records read(InputStream bytes) throws IOException {
        return new JsonObjects(new LineFormat(LINE_FIELD, compression).read(bytes), fields);
    }

    @Override
    public void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException {
        try (OutputStream out =
                compression.writing(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (Tuple tuple : tuples) {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                for (String field : fields) {
                    object.put(field, tuple.getValueByField(field));
                }
                out.write(Json.bytes(object));
                out.write('\n');
            }
        }
    }

    private record JsonObjects(Records lines, List<String> fields) implements Records {
        @Override
        public @Nullable List<Object> next() throws IOException, BadRecordException {
            List<Object> line = lines.next();
            if (line == null) {
                return null;
            }
            Map<String, @Nullable Object> object = Json.object((String) line.get(0));
            List<Object> values = new ArrayList<>(fields.size());
            for (String field : fields) {
                values.add(object.get(field));
            }
            return values;
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
