package io.eyewall.nativetask.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running {@code eyewall-native-worker} program, which exchanges lines with this JVM. */
final class NativeProcess {
    private static final Logger LOG = LoggerFactory.getLogger(NativeProcess.class);

    private final Process process;
    private volatile long lastLineNs = System.nanoTime();
    private volatile boolean processingLine;

    private NativeProcess(Process process) {
        this.process = process;
    }

    static NativeProcess start(Path program) throws IOException {
        return new NativeProcess(
                new ProcessBuilder(program.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    /**
     * Returns the seconds since the program's last line; a healthy program writes one every second.
     * Time in which this JVM processes a line, for example waiting for ZooKeeper, is not counted.
     */
    long secondsSilent() {
        return processingLine ? 0 : TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastLineNs);
    }

    long pid() {
        return process.pid();
    }

    /** Sends lines to the program. Called on any thread; blocks while the program does not read. */
    synchronized void send(String lines) {
        try {
            OutputStream out = process.getOutputStream();
            out.write(lines.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            LOG.debug(
                    "the native worker does not read any more; its reader thread will detect the end",
                    e);
        }
    }

    /**
     * Reads the program's lines until the program ends.
     *
     * @return the exit code
     */
    int readLines(Consumer<List<String>> onLine) throws InterruptedException {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                processingLine = true;
                onLine.accept(WorkerLines.parse(line));
                lastLineNs = System.nanoTime();
                processingLine = false;
            }
        } catch (IOException e) {
            LOG.debug("cannot read from the native worker; waiting for its exit", e);
        }
        return process.waitFor();
    }

    /** Asks the program to close its tasks and exit; kills it after the limit. */
    void stop(long limitMs) throws InterruptedException {
        send(new WorkerLines().add("stop").toString());
        if (!process.waitFor(limitMs, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
    }
}
