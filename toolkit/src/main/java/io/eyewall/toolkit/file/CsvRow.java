package io.eyewall.toolkit.file;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row.
 *
 * @param isWhole false if the file ended within quotes
 */
record CsvRow(List<String> values, boolean isWhole) {
    /** The next, null at the end. */
    static @Nullable CsvRow read(Reader reader) throws IOException {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        int each = reader.read();
        if (each < 0) {
            return null;
        }
        while (each >= 0) {
            if (quoted) {
                if (each == '"') {
                    each = reader.read();
                    if (each != '"') {
                        quoted = false;
                        continue; // it was the last quote; look at what follows
                    }
                }
                value.append((char) each);
            } else if (each == '"' && value.isEmpty()) {
                quoted = true;
            } else if (each == ',') {
                values.add(value.toString());
                value.setLength(0);
            } else if (each == '\n') {
                break;
            } else if (each != '\r') {
                value.append((char) each);
            }
            each = reader.read();
        }
        values.add(value.toString());
        return new CsvRow(values, !quoted);
    }

    /** With the end of the line. */
    static String write(List<String> values) {
        StringBuilder row = new StringBuilder();
        for (String value : values) {
            if (!row.isEmpty()) {
                row.append(',');
            }
            boolean quotes =
                    value.isEmpty() || value.chars().anyMatch(c -> "\",\r\n".indexOf(c) >= 0);
            row.append(quotes ? '"' + value.replace("\"", "\"\"") + '"' : value);
        }
        return row.append('\n').toString();
    }
}
