package io.eyewall.cli.terminal;

import io.eyewall.control.log.LogSource;
import io.eyewall.control.log.LogTail;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.IntSupplier;

/**
 * The standard streams of the process while a command runs. On a terminal the line of progress
 * stays in one place; any other output replaces it. With JSON lines the standard output carries
 * JSON lines only: output of the application is redirected to the standard error. Thread-safe.
 */
public final class Console {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;
    private final IntSupplier columns;

    /** The last output to the standard error of writers other than this class, mostly log lines. */
    private final LogTail tail = new LogTail(charset("err"));

    // Guarded by this.
    private boolean progressShown;

    /** Whether another writer has begun a line on the terminal and not ended it. */
    private boolean lineBegun;

    /**
     * Creates a console; {@link #install} does so for the process's own streams.
     *
     * @param out the standard output of the process
     * @param err the standard error of the process
     * @param terminal whether {@code err} is a terminal that can return to the beginning of a line
     * @param columns returns the terminal's current width
     */
    public Console(PrintStream out, PrintStream err, boolean terminal, IntSupplier columns) {
        this.columns = columns;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /**
     * Replaces the standard streams of the process. To be called before the application or a
     * logging framework has stored a reference to them.
     *
     * @param json whether the standard output is for JSON lines
     */
    public static Console install(boolean json) {
        boolean terminal = !json && Terminal.isTerminal(2);
        Console console = new Console(System.out, System.err, terminal, Terminal::columns);
        if (json) {
            System.setOut(
                    new PrintStream(new SharedStream(console, console.err), true, charset("out")));
        } else if (console.terminal && Terminal.isTerminal(1)) {
            System.setOut(
                    new PrintStream(new SharedStream(console, console.out), true, charset("out")));
        }
        System.setErr(
                new PrintStream(new SharedStream(console, console.err), true, charset("err")));
        return console;
    }

    /**
     * Returns the charset that Java has chosen for a stream. Before Java 18 there is no method that
     * returns it.
     */
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

    /** Returns the last lines that other writers have written to the standard error. */
    public LogSource tail() {
        return tail;
    }

    /** Returns whether a line of progress replaces the previous one. */
    public boolean isTerminal() {
        return terminal;
    }

    /** Writes permanent lines to the standard error. */
    public synchronized void printMessage(String text) {
        clearProgress();
        if (lineBegun) {
            err.println();
            lineBegun = false;
        }
        err.println(text);
    }

    /**
     * Writes a line of progress to the standard error; on a terminal it replaces the previous one.
     */
    public synchronized void showProgress(String text) {
        if (!terminal) {
            printMessage(text);
        } else if (!lineBegun) { // else CLEAR_LINE would erase the other writer's text
            err.print(
                    CLEAR_LINE
                            + text.substring(0, Math.min(text.length(), columns.getAsInt() - 1)));
            err.flush();
            progressShown = true;
        }
    }

    /** Writes a line of a result to the standard output. */
    public synchronized void printResult(String line) {
        clearProgress();
        out.println(line);
    }

    /** Returns whether a result could not be written. */
    public boolean hasLostResults() {
        return out.checkError();
    }

    /**
     * Returns whether the reading end of the pipe is closed. False for a file, even on a full disk,
     * and for a stream that was closed on purpose.
     *
     * @param results whether to check the standard output; if false, the standard error is checked
     */
    public boolean isUnread(boolean results) {
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

    /** Replaces {@code System.out} and {@code System.err} for all other writers. */
    private static final class SharedStream extends OutputStream {
        private final Console console;
        private final PrintStream target;

        SharedStream(Console console, PrintStream target) {
            this.console = console;
            this.target = target;
        }

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (length == 0) {
                return;
            }
            synchronized (console) {
                console.clearProgress();
                target.write(bytes, offset, length);
                if (target == console.err) {
                    console.tail.write(bytes, offset, length);
                }
                console.lineBegun = console.terminal && bytes[offset + length - 1] != '\n';
            }
        }

        @Override
        public void flush() {
            target.flush();
        }
    }
}
