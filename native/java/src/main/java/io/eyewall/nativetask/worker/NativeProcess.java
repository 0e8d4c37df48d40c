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

/** The running {@code eyewall-native-worker}: lines go to it, and come from it. */
final class NativeProcess {
    private static final Logger LOG = LoggerFactory.getLogger(NativeProcess.class);

    private final Process process;
    private volatile long heardNs = System.nanoTime();
    private volatile boolean hearing;

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
     * For how long it has said nothing; it says each second that it lives. Not counted is how long
     * it takes here to do what it has said, for ZooKeeper perhaps.
     */
    long silentS() {
        return hearing ? 0 : TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - heardNs);
    }

    long pid() {
        return process.pid();
    }

    /** Any thread; blocks while the program doesn't listen. */
    synchronized void tell(String lines) {
        try {
            OutputStream out = process.getOutputStream();
            out.write(lines.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            LOG.debug("the native worker listens no more; who listens to it will know", e);
        }
    }

    /**
     * Listens until the program has ended.
     *
     * @return its exit code
     */
    int listen(Consumer<List<String>> onLine) throws InterruptedException {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hearing = true;
                onLine.accept(PlanLines.words(line));
                heardNs = System.nanoTime();
                hearing = false;
            }
        } catch (IOException e) {
            LOG.debug("the native worker's output has ended", e);
        }
        return process.waitFor();
    }

    /** Has its tasks closed; kills it if that takes too long. */
    void stop(long limitMs) throws InterruptedException {
        tell(new PlanLines().add("stop").toString());
        if (!process.waitFor(limitMs, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
    }
}
