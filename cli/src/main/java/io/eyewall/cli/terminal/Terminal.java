package io.eyewall.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Detects whether the process's standard streams are connected to a terminal. Java has no method
 * for that, so on Linux this class reads the process's file descriptors. On other systems it
 * reports that nothing is a terminal, for which plain lines are the right output.
 */
public final class Terminal {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int DEFAULT_COLUMNS = 80;
    private static final int DEFAULT_ROWS = 24;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,4}) ([1-9]\\d{0,3})\\s*");

    /** The width in columns; 0 if it must be determined. */
    private static volatile int knownColumns;

    /** The height in rows; 0 if it must be determined. */
    private static volatile int knownRows;

    static {
        Signals.handle("WINCH", number -> forgetSize());
    }

    private Terminal() {}

    private static void forgetSize() {
        knownColumns = 0;
        knownRows = 0;
    }

    /** Returns whether a stream is a terminal that can return to the beginning of a line. */
    public static boolean isTerminal(int fileDescriptor) {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        Path descriptor = descriptor(fileDescriptor);
        try {
            if (!Files.isSymbolicLink(descriptor)) {
                return false;
            }
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether a stream is a pipe or a socket, whose reader may close it. */
    public static boolean isPipe(int fileDescriptor) {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return true; // unknown on this system
        }
        Path descriptor = descriptor(fileDescriptor);
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException e) {
            return false; // closed
        }
    }

    private static Path descriptor(int number) {
        return DESCRIPTORS.resolve(Integer.toString(number));
    }

    /**
     * Returns the width of a line: the environment variable {@code COLUMNS}, or else the terminal's
     * current width.
     */
    public static int columns() {
        int columns = knownColumns;
        if (columns == 0) {
            columns = readColumns(System.getenv("COLUMNS"));
            knownColumns = columns;
        }
        return columns;
    }

    /** Returns the number of lines that the terminal has now. */
    public static int rows() {
        int rows = knownRows;
        if (rows == 0) {
            Matcher size = SIZE.matcher(sttySize());
            rows = size.matches() ? Integer.parseInt(size.group(1)) : 0;
            rows = rows == 0 ? DEFAULT_ROWS : rows;
            knownRows = rows;
        }
        return rows;
    }

    private static int readColumns(String columnsVariable) {
        if (columnsVariable != null && columnsVariable.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(columnsVariable);
        }
        Matcher size = SIZE.matcher(sttySize());
        return size.matches() ? Integer.parseInt(size.group(2)) : DEFAULT_COLUMNS;
    }

    /** Returns rows and columns; empty without the command {@code stty} or without a terminal. */
    private static String sttySize() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (stty.waitFor(1, TimeUnit.SECONDS)) {
                byte[] answer = stty.getInputStream().readAllBytes();
                return new String(answer, StandardCharsets.US_ASCII);
            }
            stty.destroyForcibly();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "";
    }
}
