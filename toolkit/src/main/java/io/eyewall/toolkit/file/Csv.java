package io.eyewall.toolkit.file;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of comma-separated values, as RFC 4180 has them: quotes around commas, line breaks and
 * doubled quotes. An empty field without quotes is null. Not thread-safe.
 */
public final class Csv {
    private final Reader reader;
    private final char separator;
    private int next = -2;
    private long line = 1;
    private long recordLine = 1;

    /**
     * @param reader buffered
     * @param separator between fields
     */
    public Csv(Reader reader, char separator) {
        this.reader = reader;
        this.separator = separator;
    }

    /** The line on which the record began that was read last, from 1. */
    public long line() {
        return recordLine;
    }

    private int peek() throws IOException {
        if (next == -2) {
            next = reader.read();
        }
        return next;
    }

    private int take() throws IOException {
        int taken = peek();
        next = -2;
        if (taken == '\n') {
            line++;
        }
        return taken;
    }

    /**
     * The next record that is not an empty line.
     *
     * @return null at the end
     * @throws IllegalArgumentException if a quote is not closed
     */
    public @Nullable List<@Nullable String> read() throws IOException {
        while (peek() == '\n' || peek() == '\r') {
            take();
        }
        recordLine = line;
        if (peek() < 0) {
            return null;
        }
        List<@Nullable String> fields = new ArrayList<>();
        while (true) {
            fields.add(peek() == '"' ? quoted() : plain());
            int after = take();
            if (after != separator) {
                if (after == '\r' && peek() == '\n') {
                    take();
                }
                return fields;
            }
        }
    }

    private @Nullable String plain() throws IOException {
        StringBuilder field = new StringBuilder();
        while (peek() >= 0 && peek() != separator && peek() != '\n' && peek() != '\r') {
            field.append((char) take());
        }
        return field.isEmpty() ? null : field.toString();
    }

    private String quoted() throws IOException {
        long begin = line;
        take();
        StringBuilder field = new StringBuilder();
        while (true) {
            int c = take();
            if (c < 0) {
                throw new IllegalArgumentException("the quote of line " + begin + " is not closed");
            }
            if (c == '"') {
                if (peek() != '"') {
                    break;
                }
                take();
            }
            field.append((char) c);
        }
        while (peek() >= 0 && peek() != separator && peek() != '\n' && peek() != '\r') {
            field.append((char) take());
        }
        return field.toString();
    }

    /** A record, without the line break. */
    public static String write(List<@Nullable String> fields, char separator) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                line.append(separator);
            }
            String field = fields.get(i);
            if (field == null) {
                continue;
            }
            boolean plain = !field.isEmpty();
            for (int j = 0; j < field.length() && plain; j++) {
                char c = field.charAt(j);
                plain = c != '"' && c != separator && c != '\n' && c != '\r';
            }
            line.append(plain ? field : '"' + field.replace("\"", "\"\"") + '"');
        }
        return line.toString();
    }
}
