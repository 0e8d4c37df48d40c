package io.eyewall.cli;

import io.eyewall.control.log.LogSource;
import io.eyewall.control.log.LogTail;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.IntSupplier;

/**
 * The standard streams of the process while a command runs. On a terminal a line of progress stays
 * at its place: what anybody prints first takes it away. With JSON lines the standard output is for
 * them alone; what others print there goes to the standard error. Thread-safe.
 */
final class Console {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;
    private final IntSupplier columns;

    /** The end of what others write to the standard error: the log, mostly. */
    private final LogTail tail = new LogTail(charset("err"));

    // Guarded by this.
    private boolean progressShown;
    private boolean lineBegun;

    /**
     * @param out of the process
     * @param err of the process
     * @param terminal whether {@code err} understands how to go back to the begin of a line
     * @param columns that a line of it has now
     */
    Console(PrintStream out, PrintStream err, boolean terminal, IntSupplier columns) {
        this.columns = columns;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /**
     * Takes the streams of the process, before the application or a logging framework has seen
     * them.
     *
     * @param json whether the standard output is for JSON lines
     */
    static Console install(boolean json) {
        boolean terminal = !json && Terminal.isTerminal(2);
        Console console = new Console(System.out, System.err, terminal, Terminal::columns);
        if (json) {
            System.setOut(new PrintStream(new Shared(console, console.err), true, charset("out")));
        } else if (console.terminal && Terminal.isTerminal(1)) {
            System.setOut(new PrintStream(new Shared(console, console.out), true, charset("out")));
        }
        System.setErr(new PrintStream(new Shared(console, console.err), true, charset("err")));
        return console;
    }

    /** As Java has chosen it for the stream, which does not tell before Java 18. */
    private static Charset charset(String stream) {
        for (String property :
                new String[] {
                    "std" + stream + ".encoding",
                    "sun.std" + stream + ".encoding",
                    "native.encoding"
                }) {
            String name = System.getProperty(property);
            if (name != null && Charset.isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return Charset.defaultCharset();
    }

    /** The last lines of what others have written to the standard error. */
    LogSource tail() {
        return tail;
    }

    /** Whether a line of progress takes the place of the last one. */
    boolean isTerminal() {
        return terminal;
    }

    /** Writes lines that stay, to the standard error. */
    synchronized void message(String text) {
        clearProgress();
        if (lineBegun) {
            err.println();
            lineBegun = false;
        }
        err.println(text);
    }

    /** Writes a line of progress: on a terminal in place of the last one. */
    synchronized void progress(String text) {
        if (!terminal) {
            message(text);
        } else if (!lineBegun) { // else somebody is about to write more on the line
            err.print(
                    CLEAR_LINE
                            + text.substring(0, Math.min(text.length(), columns.getAsInt() - 1)));
            err.flush();
            progressShown = true;
        }
    }

    /** Writes a line of a result, to the standard output. */
    synchronized void result(String line) {
        clearProgress();
        out.println(line);
    }

    /** Whether a result could not be written. */
    boolean hasLostResults() {
        return out.checkError();
    }

    /**
     * Whether nobody reads any more what is written; false for a file, as on a full disk, and for
     * what has been closed on purpose.
     *
     * @param results whether that goes to the standard output
     */
    boolean isUnread(boolean results) {
        return results
                ? out.checkError() && Terminal.isPipe(1)
                : err.checkError() && Terminal.isPipe(2);
    }

    private void clearProgress() {
        if (progressShown) {
            err.print(CLEAR_LINE);
            err.flush();
            progressShown = false;
        }
    }

    /** The stream that all other writers share. */
    private static final class Shared extends OutputStream {
        private final Console console;
        private final PrintStream to;

        Shared(Console console, PrintStream to) {
            this.console = console;
            this.to = to;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (length == 0) {
                return;
            }
            synchronized (console) {
                console.clearProgress();
                to.write(bytes, offset, length);
                if (to == console.err) {
                    console.tail.write(bytes, offset, length);
                }
                console.lineBegun = console.terminal && bytes[offset + length - 1] != '\n';
            }
        }

        @Override
        public void flush() {
            to.flush();
        }
    }
}
