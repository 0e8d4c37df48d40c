package io.eyewall.cli;

import io.eyewall.local.launch.StormClassLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.condition.OS;

/** The command in a process of its own. */
final class Child implements AutoCloseable {
    private final Process process;
    private final Path out;
    private final Path err;

    private Child(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts the command with this test's class path. */
    static Child start(Path directory, List<String> jvmOptions, String... args) throws IOException {
        List<String> command = command(jvmOptions, args);
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        return new Child(process, out, err);
    }

    /** What starts the command with this test's class path. */
    static List<String> command(List<String> jvmOptions, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.add("-XX:TieredStopAtLevel=1"); // it lives for seconds
        command.addAll(jvmOptions);
        Collections.addAll(command, "-Xmx512m", "-XX:+UseParallelGC");
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // as the launcher does
        }
        command.addAll(StormClassLoader.systemLoaderOptions()); // as the launcher does for most
        Collections.addAll(command, "-cp", System.getProperty("java.class.path"));
        command.add(Main.class.getName());
        Collections.addAll(command, args);
        return interruptible(command);
    }

    /**
     * Returns a command whose process heeds SIGINT, even in a build in the background: that ignores
     * it, and so would all that it starts.
     */
    static List<String> interruptible(List<String> command) {
        List<String> whole = new ArrayList<>();
        if (OS.LINUX.isCurrentOs()) {
            Collections.addAll(whole, "env", "--default-signal=INT");
        }
        whole.addAll(command);
        return whole;
    }

    /** Runs the command and waits for its end. */
    static Child run(Path directory, String... args) throws IOException, InterruptedException {
        try (Child child = start(directory, List.of(), args)) {
            child.exitCode();
            return child;
        }
    }

    /** Waits for the end; fails after 60 s. */
    int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("did not end; said " + out() + err());
        }
        return process.exitValue();
    }

    /** Waits until it has printed that, or has ended; fails after 100 s. */
    void awaitOut(String text) throws IOException, InterruptedException {
        awaitOut(out -> out.contains(text));
    }

    /** Waits until what it has printed is as wanted, or it has ended; fails after 100 s. */
    void awaitOut(Predicate<String> wanted) throws IOException, InterruptedException {
        await(out, wanted);
    }

    /** The same of its standard error. */
    void awaitErr(String text) throws IOException, InterruptedException {
        await(err, said -> said.contains(text));
    }

    private void await(Path stream, Predicate<String> wanted)
            throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (!wanted.test(Files.readString(stream)) && isAlive()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("is silent, but for " + out() + err());
            }
            Thread.sleep(20);
        }
    }

    /** Sends it SIGINT, as Ctrl-C does. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(pid())).start().waitFor();
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
