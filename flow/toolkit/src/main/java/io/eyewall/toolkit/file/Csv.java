package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of comma-separated values according to RFC 4180: fields in quotes may contain
 * separators, line breaks and doubled quotes. An empty field without quotes is null. Not
 * thread-safe.
 */
public final class Csv {
    /** A longer record is assumed to begin with a quote that was never closed. */
    private static final int MAX_LENGTH = 16 << 20;

    private final Reader reader;
    private final char separator;
    private int next = -2;
    private long line = 1;
    private long recordLine = 1;
    private long lastLine = 1;
    private int length;

    /**
     * @param reader a buffered reader; {@link Utf8#reader} makes one of bytes
     * @param separator separator of fields
     */
    public Csv(Reader reader, char separator) {
        this.reader = reader;
        this.separator = separator;
    }

    /** Returns the line, from 1, on which the record that was read last begins. */
    public long line() {
        return recordLine;
    }

    /**
     * Returns an exception for the record that was read last. Because the record is malformed it
     * may comprise several records; the exception counts its lines.
     */
    public BadRecordException bad(String reason, String record) {
        long lines = lastLine - recordLine + 1;
        String which =
                lines == 1
                        ? ""
                        : ("; lines %d to %d stand for one record because of a quote in line"
                                        + " %1$d: is the quote superfluous?")
                                .formatted(recordLine, lastLine);
        return new BadRecordException(reason + which, null, record, lines);
    }

    private int peek() throws IOException {
        if (next == -2) {
            next = reader.read();
        }
        return next;
    }

    private int consume() throws IOException {
        int consumed = peek();
        next = -2;
        if (++length > MAX_LENGTH) {
            throw new IOException(
                    "the record of line "
                            + recordLine
                            + " is longer than "
                            + MAX_LENGTH
                            + " characters; is there a quote that is not closed?");
        }
        if (consumed == '\n') {
            line++;
        }
        return consumed;
    }

    /**
     * Returns the next record that is not an empty line.
     *
     * @return null at the end
     * @throws BadRecordException if the record is malformed: a quote is not closed, text follows a
     *     closing quote, or bytes are not UTF-8. The next record may be good. A malformed record
     *     may have several lines, and then counts as that many records
     * @throws IOException if the rest of the input cannot be read
     */
    public @Nullable List<@Nullable String> read() throws IOException, BadRecordException {
        while (peek() == '\n' || peek() == '\r') {
            length = 0;
            consume();
        }
        recordLine = line;
        length = 0;
        if (peek() < 0) {
            return null;
        }
        List<@Nullable String> fields = new ArrayList<>();
        String problem = null;
        int after;
        do {
            boolean isQuoted = peek() == '"';
            String field = isQuoted ? quoted() : plain();
            if (isQuoted && !isEndOfField()) {
                problem = "text behind the closing quote of field " + (fields.size() + 1);
                plain();
            } else if (field != null && Utf8.hasInvalidBytes(field)) {
                problem = "field " + (fields.size() + 1) + " is not UTF-8";
            }
            fields.add(field);
            lastLine = line;
            after = consume();
        } while (after == separator);
        if (after == '\r' && peek() == '\n') {
            consume();
        }
        if (problem != null) {
            throw bad(problem, "");
        }
        return fields;
    }

    private boolean isEndOfField() throws IOException {
        return peek() < 0 || peek() == separator || peek() == '\n' || peek() == '\r';
    }

    private @Nullable String plain() throws IOException {
        StringBuilder field = new StringBuilder();
        while (!isEndOfField()) {
            field.append((char) consume());
        }
        return field.isEmpty() ? null : field.toString();
    }

    private String quoted() throws IOException, BadRecordException {
        long begin = line;
        consume();
        StringBuilder field = new StringBuilder();
        while (true) {
            int c = consume();
            if (c < 0) {
                boolean endsWithLineBreak =
                        !field.isEmpty() && field.charAt(field.length() - 1) == '\n';
                lastLine = endsWithLineBreak ? line - 1 : line;
                throw bad("the quote of line " + begin + " is not closed", "");
            }
            if (c == '"') {
                if (peek() != '"') {
                    break;
                }
                consume();
            }
            field.append((char) c);
        }
        return field.toString();
    }

    /** Returns the fields as a record, without a line break. */
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
