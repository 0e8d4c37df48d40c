package io.eyewall.local;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An empty redis-server for one test, on a free port of the loopback interface. */
final class RedisServer implements AutoCloseable {
    private static final long START_LIMIT_MS = 30_000;

    private final Process process;
    private final int port;

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server; visibly skips the test where Redis is not installed. */
    static RedisServer start() throws IOException, InterruptedException {
        Optional<Path> binary =
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, "redis-server"))
                        .filter(Files::isExecutable)
                        .findFirst();
        assumeTrue(binary.isPresent(), "no redis-server in PATH: apt-get install redis-server");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command =
                List.of(
                        binary.get().toString(),
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        String.valueOf(port),
                        "--save",
                        "",
                        "--appendonly",
                        "no");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        RedisServer server = new RedisServer(process, port);
        server.awaitReady();
        return server;
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_LIMIT_MS);
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > deadlineNs) {
                close();
                throw new IOException("redis-server did not start on port " + port);
            }
            Thread.sleep(20);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
