package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailTest {
    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static StormTopology follow(Path log, String name) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("log", TailSource.of(log, "line").build());
        builder.setBolt("seen", new Collect(name)).shuffleGrouping("log");
        return builder.createTopology();
    }

    /**
     * Returns whether the progress covers this many bytes, so that a restarted topology does not
     * read them again.
     */
    private static boolean isKeptAsDone(Path log, long bytes) throws IOException {
        LogFile read = LogFile.at(log);
        String kept = Files.readString(Path.of(log + ".eyewall"));
        return read != null && kept.startsWith(bytes + " " + read.key() + " ");
    }

    @Test
    void followsRotationsWhileRunningAndWhileStopped(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        Run.topology(
                follow(log, "tail"),
                () -> {
                    append(log, "a\nb\nhalf");
                    Await.until("b", () -> Collect.firstsOf("tail").contains("b"));
                    append(log, " a line\nlast of the first\n");
                    Files.move(log, folder.resolve("log.1"));
                    append(log, "c\n");
                    Await.until("c", () -> Collect.firstsOf("tail").contains("c"));
                    Await.until("c is kept as done", () -> isKeptAsDone(log, 2));
                });
        append(log, "while nobody read\n");
        Files.move(log, folder.resolve("log.2"));
        append(log, "d\n");
        Run.topology(
                follow(log, "tail"),
                () -> Await.until("d", () -> Collect.firstsOf("tail").contains("d")));

        assertThat(Collect.firstsOf("tail"))
                .containsExactly(
                        "a",
                        "b",
                        "half a line",
                        "last of the first",
                        "c",
                        "while nobody read",
                        "d");
    }

    /** New lines have the offsets of old lines that may still fail. */
    @Test
    void readsATruncatedLogAgainOnceAllOldLinesAreDone(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        TailReader reader = new TailReader(log, folder.resolve("place"), "line");
        reader.open();
        append(log, "\uFEFFold\nmore\n");
        List<Incoming> old = poll(reader);
        assertThat(old).extracting(Incoming::text).containsExactly("old", "more");
        reader.done(old.get(1));
        Files.writeString(log, "new\n");
        assertThat(poll(reader)).as("the old line may still fail").isEmpty();
        append(log, "and so much that it is longer than before\n");
        assertThat(poll(reader)).isEmpty();

        reader.done(old.get(0));
        List<Incoming> lines = poll(reader);
        assertThat(lines)
                .extracting(Incoming::text)
                .containsExactly("new", "and so much that it is longer than before");
        reader.commit();
        assertThat(folder.resolve("place")).content().startsWith("0 ");
        reader.close();
    }

    private static List<String> readAll(TailReader reader) throws Exception {
        List<String> read = new ArrayList<>();
        for (List<Incoming> lines = poll(reader); !lines.isEmpty(); lines = poll(reader)) {
            lines.forEach(line -> read.add(line.text()));
            lines.forEach(reader::done);
        }
        return read;
    }

    private static TailReader reader(Path log) throws IOException {
        TailReader reader = new TailReader(log, log.resolveSibling("place"), "line");
        reader.open();
        return reader;
    }

    /** Truncates the log without changing its inode, as copytruncate of logrotate does. */
    private static void cut(Path log, String then) throws IOException {
        Files.writeString(log, then, StandardOpenOption.TRUNCATE_EXISTING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x\n", "as long\n", "longer than what was there\nbefore\n"})
    void readsATruncatedLogFromItsBeginningWhateverItsLength(String then, @TempDir Path folder)
            throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\n");
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        reader.commit();
        cut(log, then);
        assertThat(readAll(reader)).containsExactlyElementsOf(then.lines().toList());
        append(log, "three\n");
        assertThat(readAll(reader)).containsExactly("three");
        assertThat(reader.gaps()).as("nothing was unread").isZero();
        reader.close();
    }

    /** The log has 12 bytes when its size is checked last. */
    @Test
    void countsAGapForBytesTruncatedBeforeTheyWereRead(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\nhalf");
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        cut(log, "three\n");
        assertThat(readAll(reader)).containsExactly("three");
        assertThat(reader.gaps()).isEqualTo(1);
        reader.close();
    }

    /**
     * Covers readers that run, and readers that do not run, while the log is copied and truncated.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void continuesInTheCopyOfATruncatedLog(boolean reads, @TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        write(folder.resolve("log.2"), "one\ntwo\nof the day before, begun alike\n", 100);
        append(log, "one\ntwo\n");
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        reader.commit();
        if (!reads) {
            reader.close();
        }
        append(log, "three\nno end");
        Files.copy(log, folder.resolve("log.1"));
        Files.copy(log, folder.resolve("log.copy")); // not a name of a rotated log
        cut(log, "a line that is longer than all before\n");
        if (!reads) {
            reader = reader(log);
        }
        assertThat(readAll(reader))
                .containsExactly("three", "no end", "a line that is longer than all before");
        assertThat(reader.gaps()).isZero();
        append(log, "more\n");
        assertThat(readAll(reader)).containsExactly("more");
        reader.close();
    }

    /**
     * The log is copied and truncated twice, and one copy is longer than what was read of the log.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTheCopiesOfSeveralTruncationsInOrder(boolean reads, @TempDir Path folder)
            throws Exception {
        Path log = folder.resolve("app.log");
        write(log, "one\ntwo\n", 100);
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        reader.commit();
        Files.setLastModifiedTime(
                folder.resolve("place"), FileTime.from(Instant.EPOCH.plusSeconds(150)));
        if (!reads) {
            reader.close();
        }
        write(folder.resolve("app.log.2"), "one\ntwo\nthree\n", 200);
        write(folder.resolve("app.log.1"), "four\nfive\nlong enough\n", 300);
        cut(log, "six\n");
        if (!reads) {
            reader = reader(log);
        }
        assertThat(readAll(reader)).containsExactly("three", "four", "five", "long enough", "six");
        assertThat(reader.gaps()).isZero();
        reader.close();
    }

    /** The copy's end cannot be distinguished from the log's end. */
    @Test
    void countsAGapForACopyShorterThanTheCheckedSize(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\nhalf of");
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        Files.writeString(folder.resolve("log.1"), "one\ntwo\nhalf");
        cut(log, "three\n");
        assertThat(readAll(reader)).containsExactly("half", "three");
        assertThat(reader.gaps()).isEqualTo(1);
        reader.close();
    }

    @Test
    void countsAGapForALogTruncatedWhileStopped(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\n");
        TailReader reader = reader(log);
        readAll(reader);
        reader.commit();
        reader.close();
        cut(log, "longer than what was there\n");
        reader = reader(log);
        assertThat(readAll(reader)).containsExactly("longer than what was there");
        assertThat(reader.gaps()).isEqualTo(1);
        reader.close();
    }

    /** The file then begins with zeros up to the writer's offset. */
    @Test
    void readsAWriterThatContinuesAtItsOffsetAfterATruncation(@TempDir Path folder)
            throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\nunread");
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        try (FileChannel writer = FileChannel.open(log, StandardOpenOption.WRITE)) {
            writer.truncate(0);
            writer.write(ByteBuffer.wrap("three\nfour\n".getBytes(StandardCharsets.UTF_8)), 14);
        }
        assertThat(readAll(reader)).containsExactly("three", "four");
        assertThat(reader.gaps()).isEqualTo(1);
        reader.close();
    }

    /** Progress stored by older versions has no hash. */
    @Test
    void continuesFromProgressOfAnOlderVersion(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\n");
        LogFile file = LogFile.at(log);
        Files.writeString(folder.resolve("place"), "4 " + (file == null ? "" : file.key()));
        TailReader reader = reader(log);
        reader.commit();
        reader.close();
        reader = reader(log);
        assertThat(readAll(reader)).containsExactly("two");
        reader.close();
    }

    /**
     * logrotate creates the new file before it notifies the writer, which may be in the middle of a
     * line.
     */
    @Test
    void readsTheOldFileUntilTheNewOneHasContent(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        Path old = folder.resolve("log.1");
        append(log, "a\n");
        TailReader reader = new TailReader(log, folder.resolve("place"), "line");
        reader.open();
        poll(reader).forEach(reader::done);
        Files.move(log, old);
        Files.createFile(log);
        assertThat(poll(reader)).isEmpty();
        append(old, "b\nlast words");
        List<Incoming> lines = poll(reader);
        assertThat(lines).extracting(Incoming::text).containsExactly("b");
        lines.forEach(reader::done);

        append(log, "c\n");
        lines = poll(reader);
        assertThat(lines).extracting(Incoming::text).containsExactly("last words");
        lines.forEach(reader::done);
        assertThat(poll(reader)).extracting(Incoming::text).containsExactly("c");
        reader.close();
    }

    /** Covers readers that run and readers that do not; other files in the folder are not logs. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsFilesThatHadTheNameBetweenTwoPolls(boolean reads, @TempDir Path folder)
            throws Exception {
        Path log = folder.resolve("app.log");
        Files.createDirectory(folder.resolve("app.log.7"));
        write(folder.resolve("app.log.9"), "long ago\n", 50);
        write(log, "a\n", 100);
        TailReader reader = new TailReader(log, folder.resolve("place"), "line");
        reader.open();
        poll(reader).forEach(reader::done);
        reader.commit();
        if (reads) {
            Files.delete(log);
        } else { // if deleted, its inode may be reused
            Files.move(log, folder.resolve("gone"));
            reader.close();
        }
        write(folder.resolve("app.log.2"), "b\n", 200);
        write(folder.resolve("app.2026-05-01.log"), "c\nno end", 300);
        write(folder.resolve("app.log.1"), "d\n", 400);
        write(folder.resolve("app.log.bak"), "another\n", 400);
        write(folder.resolve("app.log.1.gz"), "another\n", 400);
        write(folder.resolve("other.log.1"), "another\n", 400);
        write(log, "e\n", 500);
        if (!reads) {
            reader = new TailReader(log, folder.resolve("place"), "line");
            reader.open();
        }
        List<String> read = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            List<Incoming> lines = poll(reader);
            lines.forEach(line -> read.add(line.text()));
            lines.forEach(reader::done);
        }
        assertThat(read).containsExactly("b", "c", "no end", "d", "e");
        reader.close();
    }

    private static void write(Path file, String text, int second) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(second)));
    }

    /** The lost rest cannot be read, which is reported. */
    @Test
    void skipsAFileThatIsGone(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        Path place = folder.resolve("place");
        Files.writeString(place, "2 (dev=0,inode=0)");
        Files.setLastModifiedTime(place, FileTime.from(Instant.EPOCH.plusSeconds(150)));
        write(folder.resolve("log.2"), "before\n", 100);
        write(folder.resolve("log.1"), "a\n", 200);
        write(log, "b\n", 300);
        TailReader reader = new TailReader(log, place, "line");
        reader.open();
        List<Incoming> lines = poll(reader);
        assertThat(lines).extracting(Incoming::text).containsExactly("a");
        lines.forEach(reader::done);
        assertThat(poll(reader)).extracting(Incoming::text).containsExactly("b");
        reader.close();
    }

    /** Polls repeatedly, as the reader is idle for a while after a poll without lines. */
    private static List<Incoming> poll(TailReader reader) throws Exception {
        List<Incoming> lines = reader.poll();
        for (int i = 0; i < 20 && lines.isEmpty(); i++) {
            Thread.sleep(10);
            lines = reader.poll();
        }
        return lines;
    }

    @Test
    void startsAgainAtTheBeginningOfATruncatedFile(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "a long line before\n");
        Run.topology(
                follow(log, "cut"),
                () -> {
                    Await.until("before", () -> Collect.of("cut").size() == 1);
                    Files.writeString(log, "after\n");
                    Await.until("after", () -> Collect.of("cut").size() == 2);
                });
        assertThat(Collect.firstsOf("cut")).isEqualTo(List.of("a long line before", "after"));
    }
}
