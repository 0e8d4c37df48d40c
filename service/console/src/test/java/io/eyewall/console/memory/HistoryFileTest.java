package io.eyewall.console.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one process has seen is there for the next. */
class HistoryFileTest {
    private static final String ID = "w".repeat(255);
    private static final long LATER_MS = 1L << 50;

    private final Path folder;

    HistoryFileTest(@TempDir Path temp) {
        folder = temp.resolve("console");
    }

    private HistoryFile begin() {
        HistoryFile file = HistoryFolder.in(folder).of(ID);
        file.read(LATER_MS);
        return file;
    }

    private History.Points read(long nowMs) {
        return HistoryFolder.in(folder).of(ID).read(nowMs).points();
    }

    private static History.Point point(long second) {
        return new History.Point(second * 1_000, second, second + 1, second + 2);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void theNextProcessGoesOnWhereTheLastOneEnded() {
        begin().add(point(1));
        HistoryFile second = begin();
        second.add(point(1)); // nothing new
        second.add(point(2));

        History.Points points = read(LATER_MS);
        assertThat(points.timeMs()).containsExactly(1_000, 2_000);
        assertThat(points.p50Ns()).containsExactly(1, 2);
        assertThat(points.p99Ns()).containsExactly(2, 3);
        assertThat(points.perSec()).containsExactly(3, 4);
    }

    @Test
    void theFileGrowsNoFurtherThanHalfAnHour() throws Exception {
        HistoryFile file = begin();
        for (int i = 1; i <= History.SECONDS + 7; i++) {
            file.add(point(i));
        }
        begin().add(point(History.SECONDS + 8));

        assertThat(files()).singleElement().satisfies(f -> assertThat(f).hasSize(1_800 * 32));
        long[] times = read(LATER_MS).timeMs();
        assertThat(times).hasSize(History.SECONDS).isSorted();
        assertThat(times[0]).isEqualTo(9_000);
    }

    @Test
    void whatCannotBeIsLeftOut() throws Exception {
        begin().add(point(1));
        ByteBuffer odd = ByteBuffer.allocate(4 * 32 + 5);
        odd.putLong(1_000).putDouble(1).putDouble(2).putDouble(3);
        odd.putLong(2_000).putDouble(Double.NaN).putDouble(2).putDouble(3);
        odd.putLong(9_000).putDouble(1).putDouble(2).putDouble(3); // is still to come
        odd.putLong(-7).putDouble(1).putDouble(2).putDouble(3);
        Files.write(files().get(0), odd.array());

        assertThat(read(5_000).timeMs()).containsExactly(1_000);
    }

    @Test
    void aFileThatCannotBeWrittenKeepsNobodyFromLooking() throws Exception {
        HistoryFile file = begin();
        file.add(point(1));
        Files.delete(files().get(0));
        Files.createDirectory(folder.resolve("x"));
        Files.move(folder, folder.resolveSibling("away"));

        file.add(point(2));
        file.add(point(3));

        assertThat(folder).doesNotExist();
    }

    @Test
    void whatNobodyWouldBeShownIsDeleted() throws Exception {
        begin().add(point(1));
        Files.setLastModifiedTime(
                files().get(0), FileTime.from(Instant.now().minus(Duration.ofMinutes(31))));

        HistoryFolder.in(folder);

        assertThat(files()).isEmpty();
    }
}
