package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of Storm's {@code storm} that ask a Nimbus by its client, here a server's. */
@NullUnmarked // fields are set by the framework
@Timeout(180)
@Tag("more")
class StormVerbsIT {
    private static final String SOURCE =
            """
            package app;
            import org.apache.storm.*;
            import org.apache.storm.testing.TestWordSpout;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.BaseBasicBolt;
            import org.apache.storm.tuple.Tuple;
            public class Failing extends BaseBasicBolt {
                public void execute(Tuple t, BasicOutputCollector o) {
                    o.reportError(new IllegalStateException("no database"));
                }
                public void declareOutputFields(OutputFieldsDeclarer d) {}
                public static void main(String[] a) throws Exception {
                    TopologyBuilder b = new TopologyBuilder();
                    b.setSpout("words", new TestWordSpout());
                    b.setBolt("failing", new Failing()).shuffleGrouping("words");
                    StormSubmitter.submitTopology("failing", new Config(), b.createTopology());
                }
            }
            """;

    @TempDir static Path directory;
    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start(directory);
        Path jar = AppJar.build(directory, Map.of("app.Failing", SOURCE), List.of());
        Child submit =
                Child.run(directory, "submit", "--to", server.to(), jar.toString(), "app.Failing");
        assertThat(submit.exitCode()).as(submit.err()).isZero();
    }

    @AfterAll
    static void stop() throws Exception {
        Child.run(directory, "kill", "-w", "0", "failing");
        server.close();
    }

    private static Child storm(String... line) throws Exception {
        String port = server.to().replaceFirst(".*:", "");
        List<String> all =
                new ArrayList<>(List.of("storm", "-c", "nimbus.seeds=[127.0.0.1]", "-c"));
        all.add("nimbus.thrift.port=" + port);
        all.addAll(List.of(line));
        return Child.run(directory, all.toArray(new String[0]));
    }

    private static String done(String... line) throws Exception {
        Child storm = storm(line);
        assertThat(storm.exitCode()).as(storm.err()).isZero();
        return storm.out().strip();
    }

    @Test
    void keepsBlobs() throws Exception {
        String file = Files.writeString(directory.resolve("in.txt"), "one").toString();
        assertThat(done("blobstore", "create", "key.txt", "-f", file, "--acl", "o::rwa"))
                .isEqualTo("Successfully created key.txt");
        assertThat(done("blobstore", "cat", "key.txt")).isEqualTo("one");
        Files.writeString(directory.resolve("in.txt"), "two");
        done("blobstore", "update", "--file=" + file, "key.txt");
        String to = directory.resolve("out.txt").toString();
        done("blobstore", "cat", "-f", to, "key.txt");
        assertThat(Path.of(to)).hasContent("two");
        assertThat(done("blobstore", "list", "key.txt")).startsWith("key.txt ").contains("o::rwa");
        assertThat(done("blobstore", "list")).contains("key.txt ");
        assertThat(done("blobstore", "replication", "--read", "key.txt")).contains("factor 1");
        done("blobstore", "delete", "key.txt");
        Child gone = storm("blobstore", "cat", "key.txt");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(gone.err()).contains("storm blobstore failed: ").contains("key.txt");
        assertThat(gone.err().lines()).as(gone.err()).hasSize(1);
    }

    @Test
    void printsErrors() throws Exception {
        String errors = "";
        for (int i = 0; i < 60 && !errors.contains("no database"); i++) {
            errors = done("get-errors", "failing");
        }
        assertThat(errors).startsWith("{\"Comp-Errors\":{\"failing\":").contains("no database");
        assertThat(done("get-errors", "nobody"))
                .isEqualTo("{\"Failure\":\"No topologies running with name nobody\"}");
    }

    @Test
    void steersTopologies() throws Exception {
        assertThat(done("set_log_level", "-l", "com.acme=DEBUG:30", "-r", "com.other", "failing"))
                .isEqualTo("Log config is sent for topology failing");
        assertThat(done("upload-credentials", "failing", "user", "me"))
                .isEqualTo("Uploaded new creds to topology: failing");
        assertThat(storm("upload-credentials", "nobody", "user", "me").exitCode())
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void listsWhatRunsAndRunsAJarHere() throws Exception {
        assertThat(done("list")).containsPattern("(?m)^failing +");

        Path apps = Files.createDirectory(directory.resolve("apps"));
        String jar = TestApps.build(apps, List.of()).toString();
        Child here = Child.run(directory, "storm", "jar", jar, "app.Fails", "--local");
        assertThat(here.exitCode()).as(here.err()).isEqualTo(ExitCode.TOPOLOGY_FAILED);
        assertThat(here.err()).contains("topology 'fails'", "bad number 50");
    }

    @Test
    void refusesWhatIsWrong() throws Exception {
        for (List<String> wrong :
                List.of(
                        List.of("blobstore"),
                        List.of("blobstore", "nonsense"),
                        List.of("set_log_level", "failing"),
                        List.of("set_log_level", "-l", "a=LOUD", "failing"),
                        List.of("set_log_level", "-l"),
                        List.of("drpc-client", "exclaim"),
                        List.of("upload-credentials", "failing", "user"),
                        List.of("get-errors"))) {
            Child storm = storm(wrong.toArray(new String[0]));
            assertThat(storm.exitCode()).as(wrong.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(storm.err()).contains("storm " + wrong.get(0) + ": ");
        }
    }
}
