package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
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
    /** A record longer than this begins with a quote that nobody closed. */
    private static final int LONGEST = 16 << 20;

    private final Reader reader;
    private final char separator;
    private int next = -2;
    private long line = 1;
    private long recordLine = 1;
    private long lastLine = 1;
    private int length;

    /**
     * @param reader buffered; of bytes: {@link Utf8#reader}
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

    /** A bad record, the one that was read last: in the wrong form, so perhaps not one. */
    public BadRecordException bad(String reason, String record) {
        long lines = lastLine - recordLine + 1;
        String which =
                lines == 1
                        ? ""
                        : ("; lines %d to %d stand for one record, by a quote in line %1$d: is it"
                                        + " one too many?")
                                .formatted(recordLine, lastLine);
        return new BadRecordException(reason + which, null, record, lines);
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
        if (++length > LONGEST) {
            throw new IOException(
                    "the record of line "
                            + recordLine
                            + " is longer than "
                            + LONGEST
                            + " characters; is there a quote that is not closed?");
        }
        if (taken == '\n') {
            line++;
        }
        return taken;
    }

    /**
     * The next record that is not an empty line.
     *
     * @return null at the end
     * @throws BadRecordException if it is none: a quote is not closed, or what is in quotes goes on
     *     behind them, or bytes are no UTF-8; the next may be one. It may have several lines, and
     *     stands for as many records
     * @throws IOException if the rest can't be read
     */
    public @Nullable List<@Nullable String> read() throws IOException, BadRecordException {
        while (peek() == '\n' || peek() == '\r') {
            length = 0;
            take();
        }
        recordLine = line;
        length = 0;
        if (peek() < 0) {
            return null;
        }
        List<@Nullable String> fields = new ArrayList<>();
        String wrong = null;
        int after;
        do {
            boolean isQuoted = peek() == '"';
            String field = isQuoted ? quoted() : plain();
            if (isQuoted && !isEndOfField()) {
                wrong = "text behind the closing quote of field " + (fields.size() + 1);
                plain();
            } else if (field != null && Utf8.isWrong(field)) {
                wrong = "field " + (fields.size() + 1) + " is no UTF-8";
            }
            fields.add(field);
            lastLine = line;
            after = take();
        } while (after == separator);
        if (after == '\r' && peek() == '\n') {
            take();
        }
        if (wrong != null) {
            throw bad(wrong, "");
        }
        return fields;
    }

    private boolean isEndOfField() throws IOException {
        return peek() < 0 || peek() == separator || peek() == '\n' || peek() == '\r';
    }

    private @Nullable String plain() throws IOException {
        StringBuilder field = new StringBuilder();
        while (!isEndOfField()) {
            field.append((char) take());
        }
        return field.isEmpty() ? null : field.toString();
    }

    private String quoted() throws IOException, BadRecordException {
        long begin = line;
        take();
        StringBuilder field = new StringBuilder();
        while (true) {
            int c = take();
            if (c < 0) {
                boolean isBehindLast = !field.isEmpty() && field.charAt(field.length() - 1) == '\n';
                lastLine = isBehindLast ? line - 1 : line;
                throw bad("the quote of line " + begin + " is not closed", "");
            }
            if (c == '"') {
                if (peek() != '"') {
                    break;
                }
                take();
            }
            field.append((char) c);
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
