package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.hdfs.spout.HdfsSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The spout of storm-hdfs, on local files. It moves a file to the archive in the ack of its last
 * record, if it has seen the file's end by then: in the call of nextTuple that followed.
 */
@EnabledForJreRange(max = JRE.JAVA_23) // Hadoop asks Subject.getSubject, which later ones refuse
class HdfsSpoutTest {
    private static final int[] LINES = {1, 0, 1, 5, 300, 1, 2};

    @TempDir Path directory;

    /** With a thread of its own, as file operations that block get it, and without. */
    @ParameterizedTest
    @CsvSource({"false,", "true,", "false,10", "true,10"})
    void readsAndArchivesEveryFile(boolean dedicated, Integer maxPending) throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        Path archive = Files.createDirectory(directory.resolve("archive"));
        List<List<Object>> lines = write(source);
        HdfsSpout spout =
                new HdfsSpout()
                        .setHdfsUri("file:///")
                        .setReaderType("text")
                        .withOutputFields("line")
                        .setSourceDir(source.toString())
                        .setArchiveDir(archive.toString())
                        .setBadFilesDir(directory.resolve("bad").toString());
        String key = "hdfs-" + dedicated + "-" + maxPending;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("files", spout, 1)
                .addConfiguration("eyewall.executor.dedicated", dedicated);
        builder.setBolt("lines", new Collect(key), 1).shuffleGrouping("files");
        Config conf = new Config();
        if (maxPending != null) {
            conf.setMaxSpoutPending(maxPending);
        }

        try (LocalCluster cluster = new LocalCluster()) {
            cluster.submitTopology("hdfs", conf, builder.createTopology());
            Collect.await("all files are archived", () -> files(archive) == LINES.length);
        }

        assertThat(Collect.values(key)).containsExactlyInAnyOrderElementsOf(lines);
        assertThat(files(source)).isZero();
    }

    private static List<List<Object>> write(Path source) throws IOException {
        List<List<Object>> all = new ArrayList<>();
        for (int file = 0; file < LINES.length; file++) {
            List<String> lines = new ArrayList<>();
            for (int line = 0; line < LINES[file]; line++) {
                lines.add("line " + line + " of file " + file);
                all.add(List.of(lines.get(line)));
            }
            Files.write(source.resolve("file" + file), lines);
        }
        return all;
    }

    /** Files of data in a directory, not Hadoop's checksums. */
    private static long files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("file")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
