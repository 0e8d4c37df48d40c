package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application finds its own files by whatever loader it asks, as on a worker of Storm's, where
 * its jar is on the class path.
 */
@Timeout(120)
class FlatClassPathIT {
    private static final String SOURCE =
            """
            import java.util.Collections;
            import java.util.Map;
            import java.util.concurrent.ForkJoinPool;
            import org.apache.storm.Config;
            import org.apache.storm.StormSubmitter;
            import org.apache.storm.spout.SpoutOutputCollector;
            import org.apache.storm.task.TopologyContext;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.BaseRichSpout;

            public class Files {
                static void look(String where) {
                    try {
                        ClassLoader system = ClassLoader.getSystemClassLoader();
                        ClassLoader context = Thread.currentThread().getContextClassLoader();
                        System.out.println("found " + where
                                + (ClassLoader.getSystemResourceAsStream("data.txt") != null)
                                + (Collections.list(ClassLoader.getSystemResources("data.txt")).size() == 1)
                                + (Collections.list(context.getResources("data.txt")).size() == 1)
                                + (Collections.list(context.getResources("defaults.yaml")).size() == 1)
                                + (system.loadClass("Files") == Files.class)
                                + (Class.forName("Files", true, system) == Files.class)
                                + (context.getResource("data.txt") != null)
                                + System.getProperty("java.class.path").contains(".jar"));
                    } catch (Exception e) {
                        System.out.println("not found " + where + e);
                    }
                }

                public static class Look extends BaseRichSpout {
                    public void open(Map<String, Object> c, TopologyContext x, SpoutOutputCollector o) {
                        look("open ");
                        ForkJoinPool.commonPool().submit(() -> look("pool ")).join();
                        System.out.println("all looked");
                    }
                    public void nextTuple() {}
                    public void declareOutputFields(OutputFieldsDeclarer d) {}
                }

                public static void main(String[] a) throws Exception {
                    look("main ");
                    TopologyBuilder b = new TopologyBuilder();
                    b.setSpout("look", new Look());
                    StormSubmitter.submitTopology("files", new Config(), b.createTopology());
                }
            }
            """;

    private static final String ALL = "true".repeat(8);

    private final Path directory;
    private final String jar;

    FlatClassPathIT(@TempDir Path directory) throws Exception {
        this.directory = directory;
        Path data = directory.resolve("data.jar");
        try (OutputStream out = Files.newOutputStream(data);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : List.of("data.txt", "defaults.yaml")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write("a: b".getBytes(StandardCharsets.UTF_8));
            }
        }
        jar = AppJar.build(directory, Map.of("Files", SOURCE), List.of(data)).toString();
    }

    @Test
    void inTheProcessOfRun() throws Exception {
        Child child = Child.run(directory, "run", "--for", "1s", jar, "Files");
        assertThat(child.exitCode()).as(child.err()).isZero();
        assertThat(child.out())
                .contains("found main " + ALL, "found open " + ALL, "found pool " + ALL);
        assertThat(child.err()).doesNotContain("warning");
    }

    @Test
    void onAServer() throws Exception {
        try (TestServer server = TestServer.start(directory)) {
            Child submit = server.client("submit", List.of(), jar, "Files");
            assertThat(submit.exitCode()).as(submit.err()).isZero();
            assertThat(submit.out()).contains("found main " + ALL);
            String log = "";
            for (int i = 0; !log.contains("all looked"); i++) {
                assertThat(i).as(log).isLessThan(600);
                Thread.sleep(100);
                try (var files = Files.walk(directory.resolve("state").resolve("logs"))) {
                    Path file = files.filter(f -> f.endsWith("worker.log")).findAny().orElse(null);
                    log = file == null ? "" : Files.readString(file);
                }
            }
            assertThat(log).contains("found open " + ALL, "found pool " + ALL);
            Child.run(directory, "kill", "files", "-w", "0");
        }
    }
}
