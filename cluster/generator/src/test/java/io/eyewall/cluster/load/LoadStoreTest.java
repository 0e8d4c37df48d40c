package io.eyewall.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the store with a file: closed, killed, in use, damaged, and on a full disk. */
class LoadStoreTest {
    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private static Reports report() {
        return Reports.of("t", "n1", "run", 1)
                .executor("spout", 1, 1, 0.5)
                .executor("bolt", 2, 3, 0.25)
                .sent(1, 2, 100)
                .sent(1, 3, 100)
                .sent(2, 1, 50);
    }

    private static LoadBook book() {
        return new LoadBook(InstantSource.system());
    }

    private static LoadBook filled() {
        LoadBook book = book();
        book.addReport(report().report(1));
        return book;
    }

    private LoadStore steps(LoadBook book) {
        return new LoadStore(book, DatabaseAddress.in(folder), InstantSource.system());
    }

    private static void assertSame(LoadBook found, LoadBook expected) {
        assertThat(found.snapshot(List.of("t"))).isEqualTo(expected.snapshot(List.of("t")));
        assertThat(found.tuplesPerSec("t")).isEqualTo(expected.tuplesPerSec("t"));
        assertThat(found.nodeCores()).hasSameSizeAs(expected.nodeCores());
        // A report from before the restart is still recognized as repeated.
        assertThat(found.addReport(report().report(1))).isEqualTo(ReportResult.REPEATED);
    }

    @Test
    void whatWasWrittenIsThereAgain() {
        LoadBook book = filled();
        try (LoadStore store = LoadStore.start(book, DatabaseAddress.in(folder))) {
            assertThat(store.problem()).isEmpty();
            book.addReport(report().report(2)); // written at the latest by close
        }
        LoadBook again = book();
        try (LoadStore store = LoadStore.start(again, DatabaseAddress.in(folder))) {
            assertThat(store.problem()).isEmpty();
            assertSame(again, book);
        }
    }

    @Test
    void whatIsGoneIsNotThereAgain() {
        LoadBook book = filled();
        LoadStore store = steps(book);
        store.step();
        book.retain(Set.of(), Set.of());
        store.step();
        store.closeConnection();
        LoadBook again = book();
        LoadStore next = steps(again);
        next.step();
        next.closeConnection();
        assertThat(again.topologies()).isEmpty();
        assertThat(again.nodeCores()).isEmpty();
    }

    @Test
    void aSecondCopyIsToldAndCatchesUpWhenTheFirstEnds() throws Exception {
        LoadBook book = book();
        LoadStore second = steps(book);
        Process first = writer();
        try (var lines = first.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).isEqualTo("written");
            second.step();
            assertThat(second.problem().orElseThrow()).contains("in use");
            book.addReport(Reports.of("u", "n2", "other", 1).executor("a", 1, 1, 1).report(1));
        } finally {
            first.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        }
        second.step();
        assertThat(second.problem()).isEmpty();
        assertThat(book.changeCount()).isZero();
        assertThat(book.topologies()).containsExactlyInAnyOrder("t", "u");
        second.closeConnection();
    }

    @Test
    void triesLessOftenTheLongerItIsAway() throws Exception {
        Path taken = Files.writeString(folder.resolve("file"), "no folder");
        LoadStore store =
                new LoadStore(filled(), DatabaseAddress.in(taken), InstantSource.system());
        for (int i = 0; i < 10; i++) {
            store.step();
        }
        assertThat(store.problem().orElseThrow()).contains("cannot create the folder");
        assertThat(store.delay()).isEqualTo(LoadStore.MAX_DELAY);
        Files.delete(taken);
        store.step();
        assertThat(store.problem()).isEmpty();
        assertThat(store.delay()).isEqualTo(LoadStore.WRITE_PERIOD);
        store.closeConnection();
    }

    @Test
    void aBrokenFileIsSetAside() throws Exception {
        LoadBook book = filled();
        LoadStore store = steps(book);
        store.step();
        store.closeConnection();
        Path file = folder.resolve("loads.mv.db");
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, (byte) 'x');
        Files.write(file, bytes);

        LoadStore next = steps(filled());
        next.step();
        assertThat(next.problem()).isEmpty();
        assertThat(folder.resolve("loads.broken.mv.db")).exists();
        next.closeConnection();
    }

    @Test
    void goesOnAfterItsTablesWereTakenAway() throws Exception {
        LoadBook book = filled();
        LoadStore store = steps(book);
        store.step();
        store.closeConnection();
        try (Connection connection = DatabaseAddress.in(folder).connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE eyewall_executor");
        }
        book.addReport(report().report(2));
        LoadStore next = steps(book);
        next.step();
        assertThat(next.problem()).isEmpty();
        next.closeConnection();
    }

    @Test
    void aFileThatIsGoneIsToldThoughThereIsNothingToWriteAndIsThenWrittenAnew() throws Exception {
        LoadBook book = filled();
        LoadStore store = steps(book);
        store.step();
        Files.delete(folder.resolve("loads.mv.db"));

        store.step();
        assertThat(store.problem().orElseThrow())
                .contains("loads.mv.db")
                .contains("the database file was deleted");

        store.step();
        assertThat(store.problem()).isEmpty();
        store.closeConnection();
        LoadBook again = book();
        LoadStore next = steps(again);
        next.step();
        assertSame(again, book);
        next.closeConnection();
    }

    /** The main class of a process that writes until it is killed. */
    public static final class Writer {
        private Writer() {}

        public static void main(String[] args) {
            LoadBook book = book();
            LoadStore store =
                    new LoadStore(
                            book, DatabaseAddress.in(Path.of(args[0])), InstantSource.system());
            for (int sequence = 1; ; sequence++) {
                book.addReport(report().report(sequence));
                store.step();
                System.out.println(store.problem().orElse("written"));
            }
        }
    }

    private Process writer() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java") + "",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void whatAKilledProcessHasWrittenIsThere() throws Exception {
        for (int run = 0; run < 3; run++) {
            Process writer = writer();
            try (var lines = writer.inputReader(StandardCharsets.UTF_8)) {
                for (int i = 0; i < 20; i++) {
                    assertThat(lines.readLine()).isEqualTo("written");
                }
            }
            writer.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
            LoadBook again = book();
            LoadStore store = steps(again);
            store.step();
            assertThat(store.problem()).isEmpty();
            assertSame(again, filled());
            store.closeConnection();
        }
    }

    /** A file system of 1 MiB. */
    @Test
    void goesOnInMemoryWhileTheDiskIsFull() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small.toString()),
                "no file system of 1 MiB can be mounted here");
        try {
            LoadBook book = filled();
            LoadStore store =
                    new LoadStore(book, DatabaseAddress.in(small), InstantSource.system());
            store.step();
            assertThat(store.problem()).isEmpty();
            Path filler = small.resolve("filler");
            fill(filler);
            for (int i = 0; i < 200 && store.problem().isEmpty(); i++) {
                Reports many = Reports.of("many", "n1", "run" + i, i);
                for (int task = 1; task <= 400; task++) {
                    many.executor("c" + i, task, task, 0.1).sent(task, task + 1, 7);
                }
                book.addReport(many.report(1));
                store.step();
            }
            assertThat(store.problem()).isPresent();
            assertThat(book.changeCount()).isPositive(); // kept for later
            assertThat(book.addReport(report().report(2))).isEqualTo(ReportResult.COUNTED);

            Files.delete(filler);
            assertThat(run("mount", "-o", "remount,size=64m", small.toString())).isTrue();
            store.step();
            assertThat(store.problem()).isEmpty();
            store.closeConnection();
            LoadBook again = book();
            LoadStore next =
                    new LoadStore(again, DatabaseAddress.in(small), InstantSource.system());
            next.step();
            assertThat(again.snapshot(List.of("t", "many")))
                    .isEqualTo(book.snapshot(List.of("t", "many")));
            next.closeConnection();
        } finally {
            run("umount", "-l", small.toString());
        }
    }

    private static void fill(Path file) {
        try (var out = Files.newOutputStream(file)) {
            byte[] block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // as intended
        }
    }

    private static boolean run(String... command) throws Exception {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
