package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of comma-separated values according to RFC 4180: fields in quotes may contain
 * separators, line breaks and doubled quotes. An empty field without quotes is null. Not
 * thread-safe.
 */
public final class Csv {
    /** A longer record is assumed to begin with a quote that was never closed. */
    private static final int MAX_RECORD_CHARS = 16 << 20;

    private static final int BUFFER_CHARS = 1 << 14;

    private final Reader reader;
    private final char separator;

    /** Characters that were read; those from {@link #next} to {@link #limit} are still to come. */
    private char[] buffer;

    private int next;
    private int limit;
    private boolean hasEnded;

    /** The current line; the lines are numbered from 1. */
    private long line = 1;

    /** The line on which the current record begins. */
    private long recordLine = 1;

    /** The line on which the current record ends, as far as it was read. */
    private long recordEndLine = 1;

    /** The number of characters of the current record that were read. */
    private int recordLength;

    /**
     * @param reader a reader that nobody else reads from, such as {@link Utf8#reader} returns
     * @param separator separator of fields
     */
    public Csv(Reader reader, char separator) {
        this(reader, separator, new char[BUFFER_CHARS], 0);
    }

    private Csv(Reader reader, char separator, char[] buffer, int limit) {
        this.reader = reader;
        this.separator = separator;
        this.buffer = buffer;
        this.limit = limit;
    }

    /** Returns a reader of the records of a text. */
    public static Csv of(String text, char separator) {
        return new Csv(Reader.nullReader(), separator, text.toCharArray(), text.length());
    }

    /** Returns the line, from 1, on which the record that was read last begins. */
    public long line() {
        return recordLine;
    }

    /** Returns the fields for a message to people, with {@code ''} for an empty one. */
    public static List<String> printable(List<@Nullable String> fields) {
        List<String> printable = new ArrayList<>();
        for (String field : fields) {
            printable.add(field == null || field.isEmpty() ? "''" : field);
        }
        return printable;
    }

    /**
     * Returns an exception for the record that was read last. A malformed record may comprise
     * several records whose boundaries are unknown; the exception counts each of its lines as a
     * record.
     */
    public BadRecordException malformed(String reason, String record) {
        long lines = recordEndLine - recordLine + 1;
        String hint =
                lines == 1
                        ? ""
                        : ("; lines %d to %d stand for one record because of a quote in line"
                                        + " %1$d: is the quote superfluous?")
                                .formatted(recordLine, recordEndLine);
        return new BadRecordException(reason + hint, null, record, lines);
    }

    /** Returns the next character, which stays to be consumed; negative at the end. */
    private int peek() throws IOException {
        return next < limit || readMore() ? buffer[next] : -1;
    }

    /** Reads characters behind those that are still to come; returns false at the end. */
    private boolean readMore() throws IOException {
        if (hasEnded) {
            return false;
        }
        int kept = limit - next;
        if (next > 0) {
            System.arraycopy(buffer, next, buffer, 0, kept);
        } else if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(BUFFER_CHARS, 2 * kept));
        }
        next = 0;
        limit = kept;
        int count = reader.read(buffer, kept, buffer.length - kept);
        hasEnded = count < 0;
        limit += Math.max(0, count);
        return count > 0;
    }

    /** Returns the next character and moves behind it; negative at the end. */
    private int consume() throws IOException {
        int character = peek();
        if (character >= 0) {
            next++;
        }
        checkLength(++recordLength);
        if (character == '\n') {
            line++;
        }
        return character;
    }

    private void checkLength(int length) throws IOException {
        if (length > MAX_RECORD_CHARS) {
            throw new IOException(
                    "the record of line "
                            + recordLine
                            + " is longer than "
                            + MAX_RECORD_CHARS
                            + " characters; is there a quote that is not closed?");
        }
    }

    /** Returns a number of characters as a text and moves behind them. */
    private String consume(int count) {
        String text = new String(buffer, next, count);
        next += count;
        recordLength += count;
        return text;
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
            recordLength = 0;
            consume();
        }
        recordLine = line;
        recordLength = 0;
        if (peek() < 0) {
            return null;
        }
        List<@Nullable String> fields = new ArrayList<>();
        String problem = null;
        int terminator;
        do {
            boolean isQuoted = peek() == '"';
            String field = isQuoted ? readQuoted() : readUnquoted();
            if (isQuoted && !isEndOfField()) {
                problem = "text behind the closing quote of field " + (fields.size() + 1);
                readUnquoted();
            } else if (field != null && Utf8.hasInvalidBytes(field)) {
                problem = "field " + (fields.size() + 1) + " is not UTF-8";
            }
            fields.add(field);
            recordEndLine = line;
            terminator = consume();
        } while (terminator == separator);
        if (terminator == '\r' && peek() == '\n') {
            consume();
        }
        if (problem != null) {
            throw malformed(problem, "");
        }
        return fields;
    }

    private boolean isEndOfField() throws IOException {
        return peek() < 0 || peek() == separator || peek() == '\n' || peek() == '\r';
    }

    private @Nullable String readUnquoted() throws IOException {
        int length = 0;
        do {
            checkLength(recordLength + length);
            int i = next + length;
            while (i < limit && !endsField(buffer[i])) {
                i++;
            }
            length = i - next;
        } while (next + length == limit && readMore());
        return length == 0 ? null : consume(length);
    }

    private boolean endsField(char c) {
        return c == separator || c == '\n' || c == '\r';
    }

    private String readQuoted() throws IOException, BadRecordException {
        long quoteLine = line;
        consume();
        StringBuilder parts = new StringBuilder();
        while (true) {
            String part = readUntilQuote();
            if (consume() < 0) {
                boolean endsWithLineBreak = part.endsWith("\n");
                recordEndLine = endsWithLineBreak ? line - 1 : line;
                throw malformed("the quote of line " + quoteLine + " is not closed", "");
            }
            if (peek() != '"') {
                return parts.isEmpty() ? part : parts.append(part).toString();
            }
            parts.append(part).append((char) consume());
        }
    }

    /** Returns the text up to the next quote, or to the end. */
    private String readUntilQuote() throws IOException {
        int length = 0;
        do {
            checkLength(recordLength + length);
            int i = next + length;
            while (i < limit && buffer[i] != '"') {
                line += buffer[i] == '\n' ? 1 : 0;
                i++;
            }
            length = i - next;
        } while (next + length == limit && readMore());
        return consume(length);
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
            boolean isPlain = !field.isEmpty();
            for (int j = 0; j < field.length() && isPlain; j++) {
                char c = field.charAt(j);
                isPlain = c != '"' && c != separator && c != '\n' && c != '\r';
            }
            line.append(isPlain ? field : '"' + field.replace("\"", "\"\"") + '"');
        }
        return line.toString();
    }
}
