package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
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
