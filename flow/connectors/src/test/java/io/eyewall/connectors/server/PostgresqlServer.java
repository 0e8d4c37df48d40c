package io.eyewall.connectors.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code postgres}; as its own user if this is root, whom it refuses. */
public final class PostgresqlServer extends Server {
    /**
     * @param folder empty; others can reach it
     */
    public PostgresqlServer(Path folder) {
        super(folder);
    }

    @Override
    protected List<String> command() throws IOException, InterruptedException {
        Path programs = programs();
        Path data = folder().resolve("data");
        if (!Files.exists(data)) {
            Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
            List<String> command =
                    asItsUser(
                            programs.resolve("initdb").toString(),
                            "-D",
                            data.toString(),
                            "-U",
                            "eyewall",
                            "-A",
                            "trust",
                            "--no-sync");
            Path output = folder().resolve("initdb.txt");
            int code =
                    new ProcessBuilder(command)
                            .directory(folder().toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start()
                            .waitFor();
            if (code != 0) {
                throw new IOException("initdb ended with " + code + Files.readString(output));
            }
        }
        Files.deleteIfExists(data.resolve("postmaster.pid")); // of one that was killed
        return asItsUser(
                programs.resolve("postgres").toString(),
                "-D",
                data.toString(),
                "-p",
                String.valueOf(port()),
                "-k",
                folder().toString(),
                "-c",
                "listen_addresses=127.0.0.1");
    }

    /** It takes connections while it recovers, only to say that. */
    @Override
    protected boolean answers() {
        if (!super.answers()) {
            return false;
        }
        try (Connection connection = DriverManager.getConnection(url())) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private static Path programs() throws IOException {
        Path versions = Path.of("/usr/lib/postgresql");
        Path found = null;
        if (Files.isDirectory(versions)) {
            try (Stream<Path> all = Files.list(versions)) {
                found =
                        all.map(version -> version.resolve("bin"))
                                .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                                .findAny()
                                .orElse(null);
            }
        }
        assumeTrue(found != null, "no initdb: apt-get install postgresql");
        return Path.of(String.valueOf(found));
    }

    private static List<String> asItsUser(String... command) {
        List<String> all = new ArrayList<>();
        if (System.getProperty("user.name", "").equals("root")) {
            all.addAll(List.of("setpriv", "--reuid", "postgres", "--regid", "postgres"));
            all.add("--clear-groups");
        }
        all.addAll(List.of(command));
        return all;
    }

    /** Its JDBC URL. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/postgres?user=eyewall";
    }
}
