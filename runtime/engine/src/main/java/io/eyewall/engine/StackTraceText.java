package io.eyewall.engine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Formats an exception as text. The methods of exceptions are user code: they may throw, and may
 * return megabytes. Stateless.
 */
public final class StackTraceText {
    /** Maximum length of a text; the rest is cut off. */
    public static final int MAX_CHARS = 16_384;

    private StackTraceText() {}

    /** Returns the stack trace. Never throws, except VM errors. Calls user code: hold no lock. */
    public static String of(@Nullable Throwable error) {
        if (error == null) {
            return "null";
        }
        BoundedWriter text = new BoundedWriter();
        try {
            error.printStackTrace(new PrintWriter(text));
            return text.toString();
        } catch (
                Throwable
                        thrown) { // even an Error: the exception's code threw it, not the caller's
            return (text.isEmpty() ? "" : text + "\n") + unprintable(error, thrown);
        }
    }

    /**
     * Returns class and message, as {@code toString} does. Never throws either. Calls user code.
     */
    public static String headlineOf(Throwable error) {
        try {
            String text = String.valueOf(error);
            return text.length() <= MAX_CHARS
                    ? text
                    : text.substring(0, MAX_CHARS)
                            + "... ("
                            + (text.length() - MAX_CHARS)
                            + " more characters)";
        } catch (Throwable thrown) { // see above
            return unprintable(error, thrown);
        }
    }

    private static String unprintable(Throwable error, Throwable thrown) {
        return error.getClass().getName()
                + " (cannot be printed: that threw "
                + thrown.getClass().getName()
                + ")";
    }

    /** Keeps the beginning of a text, and counts the characters of the rest. */
    private static final class BoundedWriter extends Writer {
        private final StringWriter kept = new StringWriter();
        private long omitted;

        @Override
        public void write(char[] chars, int offset, int length) {
            int room = Math.min(length, MAX_CHARS - kept.getBuffer().length());
            kept.write(chars, offset, room);
            omitted += length - room;
        }

        @Override
        public void write(String chars, int offset, int length) {
            int room = Math.min(length, MAX_CHARS - kept.getBuffer().length());
            kept.write(chars, offset, room);
            omitted += length - room;
        }

        boolean isEmpty() {
            return kept.getBuffer().isEmpty();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return omitted == 0 ? kept.toString() : kept + "... (" + omitted + " more characters)";
        }
    }
}
