package io.eyewall.cli.top;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.eyewall.cli.terminal.Terminal;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Uses the whole terminal until it is closed or the process ends; then the terminal's former
 * contents and settings are restored.
 */
final class Screen implements AutoCloseable {
    private static final File TERMINAL = new File("/dev/tty");
    private static final String ENTER = "\033[?1049h\033[?25l";
    private static final String LEAVE = "\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String END_LINE = "\033[K\n";
    private static final String CLEAR_BELOW = "\033[J";
    private static final long POLL_MS = 50;

    private final PrintStream out;
    private final @Nullable InputStream keys;
    private final @Nullable String before;
    private final Thread atExit = new Thread(null, this::leave, "eyewall-screen-exit", 0, false);
    private boolean left;

    private Screen(PrintStream out, @Nullable InputStream keys, @Nullable String before) {
        this.out = out;
        this.keys = keys;
        this.before = before;
    }

    /** Switches the terminal of the standard output to a separate screen. */
    static Screen enter() {
        PrintStream out = System.out;
        String before = stty("-g");
        InputStream keys = null;
        if (before != null && stty("-icanon", "-echo", "min", "0", "time", "0") != null) {
            keys = open();
        }
        Screen screen = new Screen(out, keys, before);
        Runtime.getRuntime().addShutdownHook(screen.atExit);
        out.print(ENTER);
        return screen;
    }

    /**
     * Opens the terminal for key presses. Returns null if it can't be read; then only Ctrl-C ends
     * the display.
     */
    private static @Nullable InputStream open() {
        try {
            return new FileInputStream(TERMINAL);
        } catch (IOException e) {
            return null;
        }
    }

    /** Runs {@code stty} and returns its output; null if it fails, or without a terminal. */
    private static @Nullable String stty(String... arguments) {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        try {
            Process stty =
                    new ProcessBuilder(command)
                            .redirectInput(TERMINAL)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String said = new String(stty.getInputStream().readAllBytes(), US_ASCII).strip();
            return stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0 ? said : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Shows as many of the lines as the terminal has room for. */
    void show(List<String> lines) {
        int rows = Terminal.rows();
        StringBuilder text = new StringBuilder(HOME);
        lines.stream().limit(Math.max(1, rows - 1)).forEach(l -> text.append(l).append(END_LINE));
        out.print(text.append(CLEAR_BELOW));
        out.flush();
    }

    /**
     * Waits for the given time or until the user presses {@code q}.
     *
     * @return whether the user wants to quit
     * @throws InterruptedException if the caller is interrupted
     */
    boolean awaitQuit(long millis) throws InterruptedException, IOException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < deadlineNs) {
            while (keys != null && keys.available() > 0) {
                int key = keys.read();
                if (key == 'q' || key == 'Q') {
                    return true;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return false;
    }

    private synchronized void leave() {
        if (!left) {
            left = true;
            if (before != null) {
                stty(before);
            }
            out.print(LEAVE);
            out.flush();
        }
    }

    @Override
    public void close() {
        leave();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
