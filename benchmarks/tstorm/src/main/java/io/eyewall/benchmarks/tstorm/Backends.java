package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.tstorm.input.Feeder;
import io.eyewall.benchmarks.tstorm.topology.Services;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs Redis, PostgreSQL and the feeder of Redis on a lab's head. */
final class Backends {
    private final Laboratory lab;
    private final Path folder;
    private final List<String> java;

    /**
     * Creates the backends; starts nothing.
     *
     * @param folder folder for their files; it is created
     * @param java the command that runs a class of this module
     */
    Backends(Laboratory lab, Path folder, List<String> java) {
        this.lab = lab;
        this.folder = folder;
        this.java = java;
    }

    /** Starts Redis and PostgreSQL; they may need some time before they answer. */
    void start() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        lab.keep(
                folder.resolve("redis.log"),
                "redis-server",
                "--port",
                Integer.toString(Services.REDIS_PORT),
                "--bind",
                Laboratory.HEAD,
                "--protected-mode",
                "no",
                "--save",
                "");
        Path data = Files.createDirectories(folder.resolve("sql"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path inside = data.resolve("data");
        String user = Services.SQL_USER;
        List<String> init =
                as(user, "initdb", "-D", inside + "", "-U", user, "-A", "trust", "--no-sync");
        int code = new ProcessBuilder(init).directory(data.toFile()).start().waitFor();
        if (code != 0) {
            throw new IOException(init + " ended with " + code);
        }
        Files.writeString(
                inside.resolve("pg_hba.conf"),
                "host all all 10.83.0.0/24 trust\nlocal all all trust\n");
        lab.keep(
                folder.resolve("sql.log"),
                as(
                                user,
                                "postgres",
                                "-D",
                                inside.toString(),
                                "-p",
                                Integer.toString(Services.SQL_PORT),
                                "-k",
                                data.toString(),
                                "-c",
                                "listen_addresses=" + Laboratory.HEAD,
                                "-c",
                                "fsync=off")
                        .toArray(String[]::new));
    }

    /** Starts a process that puts {@code perSec} lines per second into Redis until it is ended. */
    Process feed(String input, int perSec) throws IOException {
        List<String> line = new ArrayList<>(java);
        line.addAll(
                List.of(Feeder.class.getName(), Laboratory.HEAD, input, Integer.toString(perSec)));
        return lab.keep(folder.resolve("feeder.log"), line.toArray(String[]::new));
    }

    /**
     * Returns a command that runs a program of PostgreSQL as another user, because PostgreSQL
     * refuses root.
     */
    private static List<String> as(String user, String program, String... arguments) {
        List<String> line =
                new ArrayList<>(
                        List.of("setpriv", "--reuid", user, "--regid", user, "--clear-groups"));
        line.add(programs().resolve(program).toString());
        line.addAll(List.of(arguments));
        return line;
    }

    private static Path programs() {
        try (Stream<Path> all = Files.list(Path.of("/usr/lib/postgresql"))) {
            return all.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .findAny()
                    .orElseThrow(() -> new IOException("it has no initdb"));
        } catch (IOException e) {
            throw new UncheckedIOException("no PostgreSQL: apt-get install postgresql", e);
        }
    }
}
