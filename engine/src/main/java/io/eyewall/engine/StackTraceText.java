package io.eyewall.engine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * An exception as text, whatever its class does: its methods are user code, may throw, and may say
 * megabytes.
 */
public final class StackTraceText {
    /** Of a report; what follows is cut off. */
    public static final int MOST_CHARS = 16_384;

    private StackTraceText() {}

    /** Never throws, but for an error of the machine. User code; not to be called with a lock. */
    public static String of(@Nullable Throwable error) {
        if (error == null) {
            return "null";
        }
        BoundedWriter text = new BoundedWriter();
        try {
            error.printStackTrace(new PrintWriter(text));
            return text.toString();
        } catch (Throwable thrown) { // even an Error: it is the exception's own, not its reporter's
            return (text.isEmpty() ? "" : text + "\n") + unprintable(error, thrown);
        }
    }

    /** Its class and message, as {@code toString} gives it; never throws either. User code. */
    public static String headlineOf(Throwable error) {
        try {
            String text = String.valueOf(error);
            return text.length() <= MOST_CHARS
                    ? text
                    : text.substring(0, MOST_CHARS)
                            + "... ("
                            + (text.length() - MOST_CHARS)
                            + " more characters)";
        } catch (Throwable thrown) { // as above
            return unprintable(error, thrown);
        }
    }

    private static String unprintable(Throwable error, Throwable thrown) {
        return error.getClass().getName()
                + " (it can't be printed: that threw "
                + thrown.getClass().getName()
                + ")";
    }

    /** Keeps the begin, and counts the rest. */
    private static final class BoundedWriter extends Writer {
        private final StringWriter kept = new StringWriter();
        private long left;

        @Override
        public void write(char[] chars, int offset, int length) {
            int room = Math.min(length, MOST_CHARS - kept.getBuffer().length());
            kept.write(chars, offset, room);
            left += length - room;
        }

        @Override
        public void write(String chars, int offset, int length) {
            int room = Math.min(length, MOST_CHARS - kept.getBuffer().length());
            kept.write(chars, offset, room);
            left += length - room;
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
            return left == 0 ? kept.toString() : kept + "... (" + left + " more characters)";
        }
    }
}
