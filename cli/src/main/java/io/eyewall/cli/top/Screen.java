package io.eyewall.cli.top;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.eyewall.cli.Terminal;
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
 * A terminal that one thing has for itself until it is closed, or the process ends: then it is as
 * it was.
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

    /** Takes the terminal that the standard output is connected to. */
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

    /** Null if it can't be read: then Ctrl-C alone ends what is shown. */
    private static @Nullable InputStream open() {
        try {
            return new FileInputStream(TERMINAL);
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the output; null where there is no such command, or no terminal. */
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

    /** Shows as many of the lines as there is room for. */
    void show(List<String> lines) {
        int rows = Terminal.rows();
        StringBuilder text = new StringBuilder(HOME);
        lines.stream().limit(Math.max(1, rows - 1)).forEach(l -> text.append(l).append(END_LINE));
        out.print(text.append(CLEAR_BELOW));
        out.flush();
    }

    /**
     * Waits.
     *
     * @return whether somebody wants to quit
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
