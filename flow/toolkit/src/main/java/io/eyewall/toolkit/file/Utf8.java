package io.eyewall.toolkit.file;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text of files in UTF-8, without the byte order mark. Bytes that are not UTF-8 are detected record
 * by record, so that they do not invalidate the records behind them.
 */
public final class Utf8 {
    /**
     * The character that replaces bytes that are not UTF-8: the first half of a surrogate pair,
     * which never stands alone in valid text.
     */
    private static final char REPLACEMENT = '\uDBFF';

    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final byte[] BYTE_ORDER_MARK_BYTES = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** The size of a buffer: in characters for a reader, in bytes for a stream. */
    private static final int BUFFER_SIZE = 1 << 16;

    private Utf8() {}

    /**
     * Returns a reader of the characters. Callers must check the text that they read by {@link
     * #hasInvalidBytes}.
     */
    public static BufferedReader reader(InputStream bytes) throws IOException {
        BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                bytes,
                                StandardCharsets.UTF_8
                                        .newDecoder()
                                        .onMalformedInput(CodingErrorAction.REPLACE)
                                        .onUnmappableCharacter(CodingErrorAction.REPLACE)
                                        .replaceWith(String.valueOf(REPLACEMENT))),
                        BUFFER_SIZE);
        reader.mark(1);
        if (reader.read() != BYTE_ORDER_MARK) {
            reader.reset();
        }
        return reader;
    }

    /**
     * Returns whether a text that was read by {@link #reader} stands for bytes that are not UTF-8.
     */
    public static boolean hasInvalidBytes(String text) {
        int index = text.indexOf(REPLACEMENT);
        while (index >= 0) {
            int next = index + 1;
            if (next == text.length() || !Character.isLowSurrogate(text.charAt(next))) {
                return true;
            }
            index = text.indexOf(REPLACEMENT, next);
        }
        return false;
    }

    /** Returns a stream of the bytes behind the byte order mark, if there is one. */
    static InputStream skipByteOrderMark(InputStream bytes) throws IOException {
        BufferedInputStream in = new BufferedInputStream(bytes, BUFFER_SIZE);
        in.mark(BYTE_ORDER_MARK_BYTES.length);
        for (byte expected : BYTE_ORDER_MARK_BYTES) {
            if ((byte) in.read() != expected) {
                in.reset();
                break;
            }
        }
        return in;
    }

    /**
     * Returns the length of the byte order mark at {@code from}, or 0 if there is none before
     * {@code to}.
     */
    static int byteOrderMarkLength(byte[] bytes, int from, int to) {
        for (int i = 0; i < BYTE_ORDER_MARK_BYTES.length; i++) {
            if (from + i >= to || bytes[from + i] != BYTE_ORDER_MARK_BYTES[i]) {
                return 0;
            }
        }
        return BYTE_ORDER_MARK_BYTES.length;
    }
}
