package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall submit --jars} and {@code --artifacts}: what the topology has beside its jar. */
@Timeout(300)
class SubmitJarsIT {
    private static final String MAIN = "app.Borrowing";

    /** As the build has it, so that the local repository has it, too; not on this class path. */
    private static final String ARTIFACT =
            "org.hawkular.agent:prometheus-scraper:0.23.0.Final^io.prometheus.client:model";

    private static final String ARTIFACTS_CLASS =
            "org.hawkular.agent.prometheus.types.MetricFamily";

    /** Looks for two classes in the main and in the bolt, and says so in its folder. */
    private static final String SOURCE =
            """
            package app;

            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Map;
            import org.apache.storm.Config;
            import org.apache.storm.StormSubmitter;
            import org.apache.storm.task.TopologyContext;
            import org.apache.storm.testing.TestWordSpout;
            import org.apache.storm.topology.BasicOutputCollector;
            import org.apache.storm.topology.OutputFieldsDeclarer;
            import org.apache.storm.topology.TopologyBuilder;
            import org.apache.storm.topology.base.BaseBasicBolt;
            import org.apache.storm.tuple.Tuple;

            public class Borrowing {
                static void look(String folder, String where, String[] names) {
                    try {
                        for (String name : names) {
                            Class<?> found = Class.forName(name);
                            Files.writeString(Path.of(folder, where + "-" + found.getSimpleName()), "");
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }

                static class Look extends BaseBasicBolt {
                    final String[] args;

                    Look(String[] args) {
                        this.args = args;
                    }

                    @Override
                    public void prepare(Map<String, Object> conf, TopologyContext context) {
                        look(args[0], "bolt", new String[] {args[1], args[2]});
                    }

                    @Override
                    public void execute(Tuple tuple, BasicOutputCollector collector) {}

                    @Override
                    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
                }

                public static void main(String[] args) throws Exception {
                    System.out.println("the main prints");
                    look(args[0], "main", new String[] {args[1], args[2]});
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("words", new TestWordSpout());
                    builder.setBolt("look", new Look(args)).shuffleGrouping("words");
                    Config conf = new Config();
                    conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Xmx128m");
                    StormSubmitter.submitTopology("borrowing", conf, builder.createTopology());
                }
            }
            """;

    private final Path directory;

    SubmitJarsIT(@TempDir Path directory) {
        this.directory = directory;
    }

    private static boolean hasMaven() throws InterruptedException {
        try {
            return new ProcessBuilder("mvn", "-v")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void await(String name) throws Exception {
        for (int i = 0; !Files.exists(directory.resolve(name)); i++) {
            assertThat(i).as(name).isLessThan(900);
            Thread.sleep(100);
        }
    }

    @Test
    void theTopologyHasWhatStandsBesideItsJar() throws Exception {
        Assumptions.assumeTrue(hasMaven(), "mvn finds artifacts");
        Path app = AppJar.build(directory, Map.of(MAIN, SOURCE), List.of());
        Path other = Files.createDirectory(directory.resolve("other"));
        Path jar =
                AppJar.build(
                        other,
                        Map.of("lent.Lent", "package lent; public class Lent {}"),
                        List.of());
        List<String> options = new ArrayList<>(List.of("--json", "--jars", jar.toString()));
        options.addAll(List.of("--artifacts", ARTIFACT));
        String local = System.getProperty("localRepository");
        if (local != null) {
            options.addAll(List.of("--mavenLocalRepositoryDirectory", local));
        }
        try (TestServer server = TestServer.start(directory)) {
            Child submit =
                    server.client(
                            "submit",
                            options,
                            app.toString(),
                            MAIN,
                            directory.toString(),
                            "lent.Lent",
                            ARTIFACTS_CLASS);
            assertThat(submit.exitCode()).as(submit.err()).isZero();
            assertThat(submit.err()).contains("the main prints", "Submitted 'borrowing'");
            assertThat(submit.out().strip().lines()).hasSize(1);
            assertThat(new ObjectMapper().readTree(submit.out()).path("topology").asText())
                    .isEqualTo("borrowing");
            for (String name : List.of("main-Lent", "main-MetricFamily")) {
                assertThat(directory.resolve(name)).exists();
            }
            await("bolt-Lent");
            await("bolt-MetricFamily");
        } finally {
            refused("kill", "borrowing", "-w", "0");
        }
    }

    private static String refused(String... args) {
        StringWriter err = new StringWriter();
        Main.commandLine().setErr(new PrintWriter(err)).execute(args);
        return err.toString();
    }

    /** As with {@code storm jar} that is no error: the main may have had something else to do. */
    @Test
    void aMainThatSubmitsNothingIsTold() throws Exception {
        String source = "public class Idle { public static void main(String[] args) {} }";
        Path app = AppJar.build(directory, Map.of("app.Idle", "package app; " + source), List.of());

        Child submit = Child.run(directory, "submit", app.toString(), "app.Idle");

        assertThat(submit.err()).contains("app.Idle returned without having submitted a topology");
        assertThat(submit.exitCode()).isZero();
    }

    @Test
    void whatCantBeHadIsSaidBeforeAnythingRuns() throws Exception {
        Path app = AppJar.build(directory, Map.of(MAIN, SOURCE), List.of());
        assertThat(refused("submit", "--jars", "/no/such.jar", app.toString(), MAIN))
                .contains("--jars: /no/such.jar is not a readable file");
        for (String wrong : List.of("group:name", "group:name:1:2:3:4", "g:a:<b>", "g:a:1^x")) {
            assertThat(refused("submit", "--artifacts", wrong, app.toString(), MAIN))
                    .contains("--artifacts: ", "expected GROUP:NAME");
        }
        assertThat(
                        refused(
                                "submit",
                                "--artifacts",
                                "g:a:1",
                                "--artifactRepositories",
                                "here^gopher://x",
                                app.toString(),
                                MAIN))
                .contains("expected ID^URL");
        assertThat(directory.resolve("main-Lent")).doesNotExist();
    }
}
