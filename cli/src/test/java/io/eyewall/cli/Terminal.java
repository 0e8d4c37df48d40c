package io.eyewall.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A shell to which a test types commands, one after the other. */
final class Terminal implements AutoCloseable {
    private static final long LIMIT_S = 180;
    private static final int PAUSE_MS = 50;
    private static final int REPEAT_MS = 500;

    private final Process shell;
    private final Path screen;
    private String command = "";
    private int typed;
    private boolean interrupted;
    private boolean killed;
    private int seen; // length of the output that was expected so far

    /**
     * Starts a shell.
     *
     * @param folder its first working directory
     * @param screen file for all that the shell and its commands print
     */
    Terminal(Path folder, Map<String, String> environment, Path screen) throws IOException {
        this.screen = screen;
        ProcessBuilder builder =
                new ProcessBuilder(Child.interruptible(List.of("bash", "--noprofile", "--norc")))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(screen.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        shell = builder.start();
    }

    /** Waits for the end of the command before, and starts this one. */
    void type(String text) throws IOException, InterruptedException {
        awaitEnd();
        command = text;
        interrupted = false;
        killed = false;
        start();
    }

    private void start() throws IOException {
        seen = output().length();
        typed++;
        String line = "{ " + command + "\n} </dev/null; echo \"[" + typed + " ended: $?]\"\n";
        shell.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
        shell.getOutputStream().flush();
    }

    /** Interrupts the command, as Ctrl-C does. */
    void interrupt() throws IOException, InterruptedException {
        interrupted = true;
        for (ProcessHandle child : shell.children().toList()) {
            new ProcessBuilder("kill", "-INT", Long.toString(child.pid())).start().waitFor();
        }
    }

    /** Lets the command end by signal 9. */
    void mayBeKilled() {
        killed = true;
    }

    /** Waits for the command's end; fails if its exit code is that of a failure. */
    void awaitEnd() throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (typed > 0 && exitCode() < 0) {
            pause(deadlineNs, PAUSE_MS, "does not end");
        }
        int code = typed > 0 ? exitCode() : 0;
        if (code != 0 && !(interrupted && code == 130) && !(killed && code == 137)) {
            throw new AssertionError("exit code " + code + " of " + this);
        }
    }

    /** Waits until the command has printed such lines, each after the one before. */
    void await(List<String> lines) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (true) {
            boolean ended = exitCode() >= 0;
            if (find(lines)) {
                return;
            }
            if (ended) {
                throw new AssertionError("no " + lines + " of " + this);
            }
            pause(deadlineNs, PAUSE_MS, "does not print " + lines);
        }
    }

    /** Runs the command again and again until it prints such lines. */
    void repeatUntil(List<String> lines) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (true) {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
            while (exitCode() < 0) {
                pause(endNs, PAUSE_MS, "does not end");
            }
            if (find(lines)) {
                return;
            }
            pause(deadlineNs, REPEAT_MS, "does not print " + lines);
            start();
        }
    }

    private boolean find(List<String> lines) throws IOException {
        String regex = lines.stream().map(Terminal::regex).collect(Collectors.joining("(?s:.*?)"));
        Matcher matcher = Pattern.compile("(?m)" + regex).matcher(output());
        if (!matcher.find(seen)) {
            return false;
        }
        seen = matcher.end();
        return true;
    }

    /** A line of the page: {@code …} is any text, a blank any number of them. */
    private static String regex(String line) {
        return Stream.of(line.strip().split("…", -1))
                .map(
                        part ->
                                Stream.of(part.split("\\s+", -1))
                                        .map(word -> word.isEmpty() ? "" : Pattern.quote(word))
                                        .collect(Collectors.joining("[ \\t]+")))
                .collect(Collectors.joining(".*", "^[ \\t]*", "[ \\t]*$"));
    }

    private int exitCode() throws IOException {
        Matcher end = Pattern.compile("\\[" + typed + " ended: (\\d+)]").matcher(output());
        return end.find() ? Integer.parseInt(end.group(1)) : -1;
    }

    private void pause(long deadlineNs, int ms, String problem)
            throws IOException, InterruptedException {
        if (System.nanoTime() > deadlineNs) {
            throw new AssertionError(problem + ": " + this);
        }
        Thread.sleep(ms);
    }

    private String output() throws IOException {
        return Files.readString(screen);
    }

    @Override
    public String toString() {
        try {
            return command + "\n" + output();
        } catch (IOException e) {
            return command + "\n" + e;
        }
    }

    /** Ends the shell and all that it has started. */
    @Override
    public void close() {
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
    }
}
