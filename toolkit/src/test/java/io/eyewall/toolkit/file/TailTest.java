package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** New lines stand where old ones do that may still fail. */
    @Test
    void whatIsCutIsReadAgainWhenAllThatWasThereIsDone(@TempDir Path folder) throws Exception {
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
                    Files.writeString(log, "");
                    Thread.sleep(200); // it must see that, which size alone tells
                    append(log, "after\n");
                    Await.until("after", () -> Collect.of("cut").size() == 2);
                });
        assertThat(Collect.firstsOf("cut")).isEqualTo(List.of("a long line before", "after"));
    }
}
