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
    /** Maximum length of a text; longer texts are cut off. */
    public static final int MAX_CHARS = 16_384;

    private StackTraceText() {}

    /**
     * Returns the stack trace. Never throws, except VM errors. Calls user code, so the caller must
     * hold no lock.
     */
    public static String of(@Nullable Throwable error) {
        if (error == null) {
            return "null";
        }
        BoundedWriter text = new BoundedWriter();
        try {
            error.printStackTrace(new PrintWriter(text));
            return text.toString();
        } catch (Throwable thrown) { // even an Error: the code of the exception threw it
            return (text.isEmpty() ? "" : text + "\n") + unprintable(error, thrown);
        }
    }

    /**
     * Returns class and message, as {@code toString} does. Like {@link #of}, calls user code and
     * throws only VM errors.
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
        } catch (Throwable thrown) { // even an Error, as above
            return unprintable(error, thrown);
        }
    }

    private static String unprintable(Throwable error, Throwable thrown) {
        return error.getClass().getName()
                + " (cannot be printed: that threw "
                + thrown.getClass().getName()
                + ")";
    }

    /** Keeps the first {@link #MAX_CHARS} characters of a text, and counts the others. */
    private static final class BoundedWriter extends Writer {
        private final StringWriter kept = new StringWriter();
        private long omitted;

        @Override
        public void write(char[] chars, int offset, int length) {
            int keptLength = Math.min(length, MAX_CHARS - kept.getBuffer().length());
            kept.write(chars, offset, keptLength);
            omitted += length - keptLength;
        }

        @Override
        public void write(String chars, int offset, int length) {
            int keptLength = Math.min(length, MAX_CHARS - kept.getBuffer().length());
            kept.write(chars, offset, keptLength);
            omitted += length - keptLength;
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
