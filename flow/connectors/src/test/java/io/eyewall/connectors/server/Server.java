package io.eyewall.connectors.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program that listens on a port; not started at first. Ends with this JVM at the latest. */
public abstract class Server implements AutoCloseable {
    private static final long START_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    private final Path folder;
    private final int port;
    private @Nullable Process process;

    /**
     * @param folder of its data and its output
     */
    protected Server(Path folder) {
        this.folder = folder;
        this.port = freePort();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stops-server"));
    }

    /** The command that runs it in the foreground. */
    protected abstract List<String> command() throws IOException, InterruptedException;

    /** Returns when it takes connections. */
    public final synchronized void start() throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process started =
                new ProcessBuilder(command())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start();
        process = started;
        long deadlineNs = System.nanoTime() + START_LIMIT_NS;
        while (!answers()) {
            if (!started.isAlive() || System.nanoTime() - deadlineNs > 0) {
                kill();
                throw new IOException(
                        getClass().getSimpleName()
                                + " does not answer on port "
                                + port
                                + ": "
                                + Files.readString(output));
            }
            Thread.sleep(20);
        }
    }

    /** Whether it is ready; by default, whether it takes connections. */
    protected boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** By SIGKILL, with all that it started; returns when they are gone. */
    public final synchronized void kill() {
        Process running = process;
        if (running != null) {
            List<ProcessHandle> all = new ArrayList<>(running.descendants().toList());
            all.add(0, running.toHandle());
            all.forEach(ProcessHandle::destroyForcibly);
            all.forEach(each -> each.onExit().join());
            process = null;
        }
    }

    @Override
    public final void close() {
        kill();
    }

    /** Where it listens, on 127.0.0.1. */
    public final int port() {
        return port;
    }

    /** Its folder. */
    protected final Path folder() {
        return folder;
    }

    /** A port that nobody listens on now. */
    public static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program of Debian's; skips the test, visibly, where it is not installed. */
    static String program(String name, String debianPackage) {
        List<String> folders = new ArrayList<>();
        folders.addAll(Arrays.asList(System.getenv("PATH").split(File.pathSeparator)));
        folders.addAll(List.of("/usr/sbin", "/sbin"));
        Path found =
                folders.stream()
                        .map(folder -> Path.of(folder, name))
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElse(null);
        assumeTrue(found != null, "no " + name + ": apt-get install " + debianPackage);
        return String.valueOf(found);
    }

    /** A JVM with the class path of the tests. */
    static List<String> java(String maximumHeap, String mainClass, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx" + maximumHeap,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                                "-cp",
                                System.getProperty("java.class.path"),
                                mainClass));
        command.addAll(List.of(arguments));
        return command;
    }
}
