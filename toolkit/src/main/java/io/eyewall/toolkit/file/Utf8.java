package io.eyewall.toolkit.file;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text of files: UTF-8, whose byte order mark is no part of it. What is no UTF-8 is found record by
 * record, so that it does not cost those behind it.
 */
public final class Utf8 {
    /** Stands where bytes are no UTF-8; no character, so that no text has it. */
    private static final String WRONG = "\uFFFF";

    private static final char MARK = '\uFEFF';
    private static final byte[] MARK_BYTES = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final int BUFFER = 1 << 16;

    private Utf8() {}

    /** Characters; what {@link #isWrong} has to be asked about. */
    public static BufferedReader reader(InputStream bytes) throws IOException {
        BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                bytes,
                                StandardCharsets.UTF_8
                                        .newDecoder()
                                        .onMalformedInput(CodingErrorAction.REPLACE)
                                        .onUnmappableCharacter(CodingErrorAction.REPLACE)
                                        .replaceWith(WRONG)),
                        BUFFER);
        reader.mark(1);
        if (reader.read() != MARK) {
            reader.reset();
        }
        return reader;
    }

    /** Whether a text of {@link #reader} had bytes in it that are no UTF-8. */
    public static boolean isWrong(String text) {
        return text.contains(WRONG);
    }

    /** The bytes without the mark before them. */
    static InputStream withoutMark(InputStream bytes) throws IOException {
        BufferedInputStream in = new BufferedInputStream(bytes, BUFFER);
        in.mark(MARK_BYTES.length);
        for (byte expected : MARK_BYTES) {
            if ((byte) in.read() != expected) {
                in.reset();
                break;
            }
        }
        return in;
    }

    /** How many bytes of a file's beginning are its mark. */
    static int markLength(byte[] bytes, int from, int to) {
        for (int i = 0; i < MARK_BYTES.length; i++) {
            if (from + i >= to || bytes[from + i] != MARK_BYTES[i]) {
                return 0;
            }
        }
        return MARK_BYTES.length;
    }
}
