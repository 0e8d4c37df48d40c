package io.eyewall.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real PostgreSQL, started here; skipped where none is installed. */
@Tag("complete")
class PostgresqlTest {
    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private Path programs = Path.of("");
    private int port;

    @BeforeEach
    void initialise() throws Exception {
        Optional<Path> found = programs();
        Assumptions.assumeTrue(found.isPresent(), "no PostgreSQL: apt-get install postgresql");
        programs = found.orElseThrow();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        run("initdb", "-D", folder + "/data", "-U", "eyewall", "-A", "trust", "--no-sync");
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

    /** As another user if this is root, whom PostgreSQL refuses. */
    private void run(String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name", "").equals("root")) {
            command.addAll(List.of("setpriv", "--reuid", "postgres", "--regid", "postgres"));
            command.add("--clear-groups");
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertThat(process.waitFor()).as(() -> command + ": " + read(output)).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void server(String verb) throws Exception {
        String options = "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1 -F";
        List<String> arguments =
                new ArrayList<>(List.of(verb, "-w", "-D", folder + "/data", "-m", "immediate"));
        if (!verb.equals("stop")) {
            arguments.addAll(List.of("-o", options, "-l", folder + "/log"));
        }
        if (verb.equals("start")) {
            arguments.removeAll(List.of("-m", "immediate"));
        }
        run("pg_ctl", arguments.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws Exception {
        if (Files.exists(folder.resolve("data/postmaster.pid"))) {
            server("stop");
        }
    }

    private DatabaseAddress address() {
        return DatabaseAddress.of("jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=eyewall");
    }

    private LoadStore steps(LoadBook book) {
        return new LoadStore(book, address(), InstantSource.system());
    }

    private static Reports report() {
        return Reports.of("t", "n1", "run", 1)
                .executor("spout", 1, 1, 0.5)
                .executor("bolt", 2, 3, 0.25)
                .sent(1, 2, 100);
    }

    /** Away at the start, there, killed, there again, with a second copy beside. */
    @Test
    void goesOnWhileItIsAwayAndCatchesUp() throws Exception {
        LoadBook book = new LoadBook(InstantSource.system());
        LoadStore store = steps(book);
        book.take(report().report(1));
        store.step();
        assertThat(store.problem().orElseThrow()).contains("refused").doesNotContain("user");

        server("start");
        store.step();
        assertThat(store.problem()).isEmpty();
        assertThat(book.changed()).isZero();

        LoadStore second = steps(new LoadBook(InstantSource.system()));
        second.step();
        assertThat(second.problem().orElseThrow()).contains("in use by another");

        server("stop"); // at once, without a word to anybody
        book.take(report().report(2));
        store.step();
        assertThat(store.problem()).isPresent();
        assertThat(book.changed()).isPositive();
        book.take(report().report(3));
        server("start");
        store.step();
        assertThat(store.problem()).isEmpty();
        assertThat(book.changed()).isZero();
        store.closeSteps();

        LoadBook again = new LoadBook(InstantSource.system());
        LoadStore next = steps(again);
        next.step();
        assertThat(next.problem()).isEmpty();
        assertThat(again.snapshot(List.of("t"))).isEqualTo(book.snapshot(List.of("t")));
        assertThat(again.take(report().report(3))).isEqualTo(Taken.REPEATED);
        next.closeSteps();
    }

    /** Somebody who takes connections and never says a word. */
    @Test
    void waitsNoLongerThanSomeSecondsForAnAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            LoadStore store = steps(new LoadBook(InstantSource.system()));
            store.step();
            assertThat(store.problem()).isPresent();
            assertThat(silent.isBound()).isTrue();
        }
    }

    @Test
    void takesNoOtherDatabases() {
        assertThatThrownBy(() -> DatabaseAddress.of("jdbc:mysql://h/d?password=secret"))
                .hasMessageContaining("expected jdbc:postgresql:")
                .hasMessageNotContaining("secret");
        assertThat(DatabaseAddress.of("jdbc:postgresql://me:secret@h/d?password=secret"))
                .hasToString("jdbc:postgresql://h/d");
    }
}
