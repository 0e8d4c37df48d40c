package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
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

    /** Until then a topology that is ended reads it again when it is started anew. */
    private static boolean isKeptAsDone(Path log, long bytes) throws IOException {
        LogFile read = LogFile.inspect(log);
        String kept = Files.readString(Path.of(log + ".eyewall"));
        return read != null && kept.startsWith(bytes + " " + read.key() + "~");
    }

    @Test
    void followsThroughRotationsWhileItReadsAndWhileItDoesNot(@TempDir Path folder)
            throws Exception {
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

    /** Else what waits for later lines, as windows do, would wait for ever. */
    @Test
    void whatIsNewIsReadThoughLinesBeforeItAreNotDone(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "\uFEFFold\nmore\n");
        TailReader reader = reader(log);
        List<Incoming> old = poll(reader);
        assertThat(old).extracting(Incoming::text).containsExactly("old", "more");
        reader.done(old.get(1));
        cut(log, "new\n");
        List<Incoming> cut = poll(reader);
        assertThat(cut).extracting(Incoming::text).containsExactly("new");
        Files.move(log, folder.resolve("log.1"));
        append(log, "newest\n");
        List<Incoming> renamed = poll(reader);
        assertThat(renamed).extracting(Incoming::text).containsExactly("newest");
        assertThat(List.of(old.get(0), cut.get(0), renamed.get(0)))
                .extracting(Incoming::position)
                .as("new lines stand where old ones do that may still fail")
                .doesNotHaveDuplicates();

        reader.commit();
        assertThat(folder.resolve("place")).content().startsWith("0 ").hasLineCount(3);
        reader.done(old.get(0));
        reader.done(renamed.get(0));
        reader.commit();
        assertThat(folder.resolve("place")).content().hasLineCount(2);
        reader.done(cut.get(0));
        reader.commit();
        assertThat(folder.resolve("place")).content().startsWith("7 ").hasLineCount(1);
        reader.close();
    }

    /** Whether it was killed once or twice before all is read. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void linesThatAreDoneAreNotReadAgain(boolean twice, @TempDir Path folder) throws Exception {
        Path log = folder.resolve("app.log");
        write(log, "a\nb\nc\nd\n", 100);
        TailReader reader = reader(log);
        List<Incoming> first = poll(reader);
        Files.move(log, folder.resolve("app.log.1"));
        write(log, "e\nf\ng\n", 200);
        List<Incoming> second = poll(reader);
        for (Incoming done : List.of(first.get(1), first.get(3), second.get(0), second.get(2))) {
            reader.done(done);
        }
        reader.commit();
        reader.close();

        reader = reader(log);
        if (twice) {
            assertThat(reader.poll()).extracting(Incoming::text).containsExactly("a", "c");
            reader.commit();
            reader.close();
            reader = reader(log);
        }
        append(log, "h\n");
        assertThat(readAll(reader)).containsExactly("a", "c", "f", "h");
        reader.commit();
        assertThat(folder.resolve("place")).content().startsWith("8 ").hasLineCount(1);
        assertThat(reader.gaps()).isZero();
        reader.close();
    }

    private static void compress(Path file, int second) throws IOException {
        Path compressed = file.resolveSibling(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            Files.copy(file, out);
        }
        Files.delete(file);
        Files.setLastModifiedTime(compressed, FileTime.from(Instant.EPOCH.plusSeconds(second)));
    }

    /** As logrotate does it, while nobody reads, and perhaps in the middle of such a file. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsWhatWasCompressedMeanwhile(boolean stops, @TempDir Path folder) throws Exception {
        Path log = folder.resolve("app.log");
        write(folder.resolve("app.log.4"), "long ago\n", 50);
        compress(folder.resolve("app.log.4"), 50);
        write(log, "a\nb\n", 100);
        TailReader reader = reader(log);
        List<Incoming> lines = poll(reader);
        reader.done(lines.get(0));
        reader.commit();
        reader.close();
        append(log, "c\n");
        Files.move(log, folder.resolve("app.log.3"));
        compress(folder.resolve("app.log.3"), 200);
        write(folder.resolve("app.log-20260501"), "d\nno end", 300);
        compress(folder.resolve("app.log-20260501"), 300);
        write(folder.resolve("app.log.1"), "e\n", 400);
        write(log, "f\n", 500);

        reader = reader(log);
        List<String> read = new ArrayList<>();
        if (stops) {
            lines = poll(reader);
            lines.forEach(line -> read.add(line.text()));
            lines.forEach(reader::done);
            reader.commit();
            reader.close();
            reader = reader(log);
        }
        read.addAll(readAll(reader));
        assertThat(read).containsExactly("b", "c", "d", "no end", "e", "f");
        assertThat(reader.gaps()).isZero();
        append(log, "g\n");
        assertThat(readAll(reader)).containsExactly("g");
        reader.close();
        assertThat(folder.resolve("place.unpacked")).doesNotExist();
    }

    @Test
    void readsOnInACompressedCopyOfALogThatWasCut(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\n");
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        append(log, "three\n");
        Files.copy(log, folder.resolve("log.1"));
        compress(folder.resolve("log.1"), 4_000_000_00);
        Files.setLastModifiedTime(folder.resolve("log.1.gz"), FileTime.from(Instant.now()));
        cut(log, "four\n");
        assertThat(readAll(reader)).containsExactly("three", "four");
        assertThat(reader.gaps()).isZero();
        reader.close();
    }

    /** By a program that nobody here knows, cut short, or no such file at all. */
    @ParameterizedTest
    @ValueSource(strings = {".xz", ".bz2", ".zst", ".gz", "short.gz"})
    void whatCannotBeUnpackedIsAGap(String how, @TempDir Path folder) throws Exception {
        Path log = folder.resolve("app.log");
        write(log, "a\n", 100);
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("a");
        Files.move(log, folder.resolve("moved"));
        Path old = folder.resolve("app.log.2" + how.replace("short", ""));
        write(folder.resolve("app.log.2"), "b\n".repeat(9), 200);
        if (how.startsWith("short")) {
            compress(folder.resolve("app.log.2"), 200);
            byte[] whole = Files.readAllBytes(old);
            Files.write(old, Arrays.copyOf(whole, whole.length - 9));
        } else {
            Files.move(folder.resolve("app.log.2"), old);
        }
        Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH.plusSeconds(200)));
        write(folder.resolve("app.log.1"), "c\n", 300);
        write(log, "d\n", 400);
        assertThat(readAll(reader)).containsExactly("c", "d");
        assertThat(reader.gaps()).isEqualTo(1);
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

    /** The same number, as copytruncate of logrotate leaves it. */
    private static void cut(Path log, String then) throws IOException {
        Files.writeString(log, then, StandardOpenOption.TRUNCATE_EXISTING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x\n", "as long\n", "longer than what was there\nbefore\n"})
    void aLogThatWasCutIsReadFromItsBeginningHoweverLongItIs(String then, @TempDir Path folder)
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

    /** It has 12 bytes when it is seen last. */
    @Test
    void whatWasCutBeforeItWasReadIsAGap(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\nhalf");
        TailReader reader = reader(log);
        assertThat(readAll(reader)).containsExactly("one", "two");
        cut(log, "three\n");
        assertThat(readAll(reader)).containsExactly("three");
        assertThat(reader.gaps()).isEqualTo(1);
        reader.close();
    }

    /** Whether it reads or not when the log is copied and cut. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsOnInTheCopyOfALogThatWasCut(boolean reads, @TempDir Path folder) throws Exception {
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
        Files.copy(log, folder.resolve("log.copy")); // no name of the log
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

    /** The log was copied and cut twice, and a copy is longer than what was read of the log. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTheCopiesOfSeveralCutsInTheirOrder(boolean reads, @TempDir Path folder)
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

    /** It can't be told from the log's end. */
    @Test
    void aCopyThatIsShorterThanWhatWasSeenIsAGap(@TempDir Path folder) throws Exception {
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
    void aLogThatWasCutWhileNobodyReadIsAGap(@TempDir Path folder) throws Exception {
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

    /** The file has zeros then where nothing is any more. */
    @Test
    void aWriterThatDoesNotAppendMayGoOnBehindTheCut(@TempDir Path folder) throws Exception {
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

    /** Its places have no hash. */
    @Test
    void aPlaceOfAnOlderVersionIsGoneOnFrom(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        append(log, "one\ntwo\n");
        LogFile file = LogFile.inspect(log);
        Files.writeString(folder.resolve("place"), "4 " + (file == null ? "" : file.key()));
        TailReader reader = reader(log);
        reader.commit();
        reader.close();
        reader = reader(log);
        assertThat(readAll(reader)).containsExactly("two");
        reader.close();
    }

    /** logrotate makes the new file before it tells the writer, who may be within a line. */
    @Test
    void whatIsWrittenToTheOldFileUntilTheNewOneIsBegunIsRead(@TempDir Path folder)
            throws Exception {
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

    /** While it reads, and while it does not; and what else is there is no log. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsWhatHadTheNameBetweenTwoLooks(boolean reads, @TempDir Path folder) throws Exception {
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
        } else { // deleted, its number may be given to the next
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

    /** Nobody can read it; that is said. */
    @Test
    void whatIsGoneIsLeft(@TempDir Path folder) throws Exception {
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

    /** It rests between two looks. */
    private static List<Incoming> poll(TailReader reader) throws Exception {
        List<Incoming> lines = reader.poll();
        for (int i = 0; i < 20 && lines.isEmpty(); i++) {
            Thread.sleep(10);
            lines = reader.poll();
        }
        return lines;
    }

    @Test
    void beginsAgainWhereAFileWasCut(@TempDir Path folder) throws Exception {
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
