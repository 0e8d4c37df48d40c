package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A process with an environment of its own, its output in files. */
final class Launch implements AutoCloseable {
    private static final int LIMIT_SECS = 180;

    private final Process process;
    private final Path out;
    private final Path err;

    private Launch(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * How a process ended.
     *
     * @param code its exit code
     */
    record Result(int code, String out, String err) {
        Result assertOk() {
            assertThat(code).as(out + err).isZero();
            return this;
        }
    }

    /** The environment in which tests run the command: this Java, and the usual tools. */
    static Map<String, String> usual() {
        return Map.of("PATH", "/usr/bin:/bin", "JAVA_HOME", System.getProperty("java.home"));
    }

    /**
     * Starts a process.
     *
     * @param folder its working directory
     * @param environment all variables that it has, but for a {@code PATH} if that is not in it
     */
    static Launch start(Path folder, Map<String, String> environment, List<String> command)
            throws IOException {
        Path out = Files.createTempFile("launch", ".out");
        Path err = Files.createTempFile("launch", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        return new Launch(builder.start(), out, err);
    }

    /** Runs a process to its end. */
    static Result run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        try (Launch launch = start(folder, environment, command)) {
            return launch.await();
        }
    }

    Result await() throws IOException, InterruptedException {
        return await(LIMIT_SECS);
    }

    /** Waits for its end; fails after the given time. */
    Result await(int limitSecs) throws IOException, InterruptedException {
        if (!process.waitFor(limitSecs, TimeUnit.SECONDS)) {
            throw new AssertionError("did not end; said " + out() + err());
        }
        return new Result(process.exitValue(), out(), err());
    }

    /** Waits until its standard error is as wanted, or it has ended. */
    void awaitErr(Predicate<String> wanted) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECS);
        while (!wanted.test(err()) && process.isAlive()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("is silent, but for " + out() + err());
            }
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    Process process() {
        return process;
    }

    private String out() throws IOException {
        return Files.readString(out);
    }

    /** What it has written to its standard error. */
    String err() throws IOException {
        return Files.readString(err);
    }

    /** Ends the process with its children. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
