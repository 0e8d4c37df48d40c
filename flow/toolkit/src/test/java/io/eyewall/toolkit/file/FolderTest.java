package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTest {
    private static final FileFormat CSV = FileFormat.csv(Compression.gzip(), "name", "text");
    private static final FileFormat JSON = FileFormat.jsonLines(Compression.none(), "name", "text");

    private static void write(Path file, String text) throws IOException {
        try (OutputStream out = Compression.gzip().writing(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Progress that was stored without a glob belongs to the globs that match its files. */
    @Test
    void storesProgressPerGlob(@TempDir Path folder) throws Exception {
        Path former = Files.createDirectories(folder.resolve(".eyewall"));
        Files.writeString(former.resolve("0-of-2"), "5.csv");
        Files.writeString(former.resolve("1-of-2"), "6.json");
        FolderStore csv = FolderStore.ofGlob(folder, "*.csv");
        FolderStore json = FolderStore.ofGlob(folder, "*.json");
        assertThat(csv.readProgress())
                .containsExactly(new FileStore.TaskProgress("0-of-2", "5.csv"));
        assertThat(json.readProgress())
                .containsExactly(new FileStore.TaskProgress("1-of-2", "6.json"));

        csv.writeProgress(new FileStore.TaskProgress("0-of-2", "7.csv"));
        json.writeProgress(new FileStore.TaskProgress("0-of-2", "8.json"));
        assertThat(csv.readProgress())
                .containsExactly(new FileStore.TaskProgress("0-of-2", "7.csv"));
        assertThat(json.readProgress())
                .containsExactlyInAnyOrder(
                        new FileStore.TaskProgress("0-of-2", "8.json"),
                        new FileStore.TaskProgress("1-of-2", "6.json"));
    }

    /**
     * Converts CSV to JSON. The final marker flushes the sink, as no batch is full; a second run
     * finds nothing to read.
     */
    @Test
    void readsFilesOnceAndWritesAtTheEnd(@TempDir Path in, @TempDir Path out) throws Exception {
        write(in.resolve("1.csv.gz"), "id,text,name\n1,\"a \"\"b\"\",\nc\",one\n2,short\n3,,two\n");
        Files.writeString(in.resolve("2.csv.gz"), "not gzip");
        write(in.resolve("3.csv.gz"), "name,text\r\nthree,x\r\nfour,\"never closed\n");
        write(in.resolve("4.csv.gz"), "name\nno text\n");
        for (int run = 0; run < 2; run++) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("in", FolderSource.of(in, "*.csv.gz", CSV).untilEnd().build(), 2);
            Punctuation.follow(
                    builder.setBolt(
                                    "out",
                                    FolderSink.of(out, JSON)
                                            .batch(1000, Duration.ofHours(1))
                                            .build())
                            .shuffleGrouping("in"),
                    "in");
            builder.setBolt("dead", new Collect("folder-dead"))
                    .shuffleGrouping("in", DeadLetters.STREAM);
            Run.untilDrained(builder.createTopology(), "in");
        }
        List<List<Object>> read = new ArrayList<>();
        for (String name : new FolderStore(out, "*.jsonl", out).listAfter("")) {
            try (FileFormat.Records records = JSON.read(out.resolve(name))) {
                for (List<Object> each = records.next(); each != null; each = records.next()) {
                    read.add(each);
                }
            }
        }
        assertThat(read)
                .containsExactlyInAnyOrder(
                        List.of("one", "a \"b\",\nc"), List.of("two", ""), List.of("three", "x"));
        assertThat(Collect.of("folder-dead"))
                .extracting(values -> values.get(1) + ": " + values.get(0))
                .map(each -> each.substring(each.lastIndexOf('/') + 1))
                .containsExactlyInAnyOrder(
                        "1.csv.gz@1: expected 3 values, not 2",
                        "2.csv.gz@0: the rest can't be read: java.util.zip.ZipException:"
                                + " Not in GZIP format",
                        "3.csv.gz@1: the quote of line 3 is not closed",
                        "4.csv.gz@0: the rest can't be read: java.io.IOException:"
                                + " no column 'text'; the columns are [name]");
    }
}
