package io.eyewall.cluster.load;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A real PostgreSQL server with an empty database; not started at first. */
public final class PostgresqlServer implements AutoCloseable {
    private final Path programs;
    private final Path folder;
    private final int port;

    private PostgresqlServer(Path programs, Path folder) throws IOException, InterruptedException {
        this.programs = programs;
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        run("initdb", "-D", folder + "/data", "-U", "eyewall", "-A", "trust", "--no-sync");
    }

    /**
     * Creates a server.
     *
     * @param folder an empty folder that other users can access
     * @return the server; empty if PostgreSQL is not installed
     */
    public static Optional<PostgresqlServer> in(Path folder)
            throws IOException, InterruptedException {
        Optional<Path> programs = programs();
        return programs.isEmpty()
                ? Optional.empty()
                : Optional.of(new PostgresqlServer(programs.get(), folder));
    }

    private static Optional<Path> programs() throws IOException {
        Path versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(versions)) {
            return all.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .findAny();
        }
    }

    int port() {
        return port;
    }

    /** Returns the server's JDBC URL. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=eyewall";
    }

    /** Starts the server, and returns when it answers. */
    public void start() throws IOException, InterruptedException {
        String options = "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1 -F";
        run("pg_ctl", "start", "-w", "-D", folder + "/data", "-o", options, "-l", folder + "/log");
    }

    /** Stops the server at once, without telling its clients. */
    public void stop() throws IOException, InterruptedException {
        run("pg_ctl", "stop", "-w", "-D", folder + "/data", "-m", "immediate");
    }

    /**
     * Kills the server's first process as by {@code kill -9}, and returns when all its processes
     * have ended.
     */
    public void kill() throws Exception {
        long pid = Long.parseLong(Files.readAllLines(lock()).get(0).strip());
        ProcessHandle first = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all = first.descendants().toList();
        first.destroyForcibly();
        first.onExit().get();
        for (ProcessHandle each : all) {
            each.onExit().get(); // they notice the end of the first one
        }
    }

    private Path lock() {
        return folder.resolve("data/postmaster.pid");
    }

    /** Runs a command as another user if this process runs as root, which PostgreSQL refuses. */
    private void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name", "").equals("root")) {
            command.addAll(List.of("setpriv", "--reuid", "postgres", "--regid", "postgres"));
            command.add("--clear-groups");
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        int code =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start()
                        .waitFor();
        if (code != 0) {
            throw new IOException(
                    command + " ended with " + code + ": " + Files.readString(output));
        }
    }

    /** Stops the server if it runs. */
    @Override
    public void close() throws IOException {
        try {
            if (Files.exists(lock())) {
                stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(folder + ": it may still run");
        }
    }
}
