package io.eyewall.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the load store with a real PostgreSQL server; skipped if PostgreSQL is not installed. */
@Tag("complete")
class PostgresqlTest {
    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private @Nullable PostgresqlServer made;

    @BeforeEach
    void initialise() throws Exception {
        made = PostgresqlServer.in(folder).orElse(null);
        Assumptions.assumeTrue(made != null, "no PostgreSQL: apt-get install postgresql");
    }

    @AfterEach
    void stop() throws Exception {
        if (made != null) {
            made.close();
        }
    }

    private PostgresqlServer server() {
        return Objects.requireNonNull(made);
    }

    private DatabaseAddress address() {
        return DatabaseAddress.of(server().url());
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

    /**
     * The server is unavailable first, then started, killed, and started again, with a second
     * generator beside.
     */
    @Test
    void goesOnWhileItIsAwayAndCatchesUp() throws Exception {
        LoadBook book = new LoadBook(InstantSource.system());
        LoadStore store = steps(book);
        book.addReport(report().report(1));
        store.step();
        assertThat(store.problem().orElseThrow()).contains("refused").doesNotContain("user");

        server().start();
        store.step();
        assertThat(store.problem()).isEmpty();
        assertThat(book.changeCount()).isZero();

        LoadStore second = steps(new LoadBook(InstantSource.system()));
        second.step();
        assertThat(second.problem().orElseThrow()).contains("in use by another");

        server().stop();
        book.addReport(report().report(2));
        store.step();
        assertThat(store.problem()).isPresent();
        assertThat(book.changeCount()).isPositive();
        book.addReport(report().report(3));
        server().start();
        store.step();
        assertThat(store.problem()).isEmpty();
        assertThat(book.changeCount()).isZero();
        store.closeConnection();

        LoadBook again = new LoadBook(InstantSource.system());
        LoadStore next = steps(again);
        next.step();
        assertThat(next.problem()).isEmpty();
        assertThat(again.snapshot(List.of("t"))).isEqualTo(book.snapshot(List.of("t")));
        assertThat(again.addReport(report().report(3))).isEqualTo(ReportResult.REPEATED);
        next.closeConnection();
    }

    /** A server that accepts connections and never answers. */
    @Test
    void waitsNoLongerThanSomeSecondsForAnAnswer() throws Exception {
        try (ServerSocket silent =
                new ServerSocket(server().port(), 50, InetAddress.getLoopbackAddress())) {
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
