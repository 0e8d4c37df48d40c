package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.cluster.PluginJar;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cluster.generator.GeneratorServer;
import io.eyewall.cluster.generator.MeasuredLoads;
import io.eyewall.cluster.load.LoadBook;
import io.eyewall.cluster.load.LoadsHandler;
import io.eyewall.examples.ThroughputTopology;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.install.StormHome;
import io.eyewall.lab.jars.StormJars;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.web.WebSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A topology on a real Storm cluster, recorded through its monitors and predicted elsewhere. */
@Tag("complete") // starts a Storm cluster
@Timeout(240)
class ScheduleRecordIT {
    @TempDir private Path directory = Path.of(""); // until JUnit sets it

    @AfterEach
    void takeDown() throws Exception {
        Lab.down(folder(), false);
    }

    @Test
    void whatMonitorsMeasuredPredictsOtherNodes() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        Path jar = AppJar.of(ThroughputTopology.class, directory.resolve("examples.jar"));
        LoadBook book = new LoadBook(InstantSource.system());
        try (GeneratorServer generator =
                GeneratorServer.start(
                        directory.resolve("schedule"),
                        WebSettings.loopback(0).with(GeneratorServer.LIMITS),
                        null,
                        null,
                        new MeasuredLoads(book),
                        List.of(LoadsHandler.route(book)))) {
            Lab lab = lab(generator.address());
            String to =
                    "storm://%s:%d"
                            .formatted(lab.state().head().address(), lab.state().nimbusPort());
            done("submit", "--to", to, jar.toString(), ThroughputTopology.class.getName());

            String recording = directory.resolve("recording.json").toString();
            String nodes = directory.resolve("nodes.json").toString();
            String out =
                    done(
                            "schedule",
                            "record",
                            "throughput",
                            "--windows=2",
                            "--url=" + generator.address(),
                            "--to=" + to,
                            "-o",
                            recording,
                            "--nodes",
                            nodes);
            assertThat(out).contains("throughput: 2 windows written to " + recording);
            Child unknown =
                    Child.run(directory, "schedule", "record", "none", "--to=" + to, "-o", nodes);
            assertThat(unknown.exitCode()).isEqualTo(1);
            assertThat(unknown.err()).contains("Nimbus knows no topology 'none'");

            JsonNode predicted =
                    new ObjectMapper()
                            .readTree(
                                    done(
                                            "plan",
                                            "predict",
                                            recording,
                                            "--nodes=" + nodes,
                                            "--assume",
                                            "--json"));
            assertThat(predicted.findValue("maxPerSec").asDouble()).isPositive();
            Child here = Child.run(directory, "plan", "predict", recording);
            assertThat(here.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(here.err()).contains("recorded on a Storm cluster").contains("--nodes");
        }
    }

    private String done(String... args) throws Exception {
        Child child = Child.run(directory, args);
        assertThat(child.exitCode()).as(child.err()).isZero();
        return child.out();
    }

    private LabFolder folder() throws Exception {
        return LabFolder.of(directory.resolve("labs"), "record");
    }

    private Lab lab(String generator) throws Exception {
        Map<String, @Nullable Object> keys = new HashMap<>(StormHome.keys(generator, null));
        keys.put("topology.max.spout.pending", 100);
        keys.put("eyewall.monitor.period.secs", 2);
        LabSettings settings =
                new LabSettings(
                        2,
                        1,
                        Optional.of(LabNetwork.Kind.LOOPBACK),
                        Optional.empty(),
                        new LabSettings.Plugins(
                                List.of(PluginJar.path()), List.of(), Map.of("", keys)),
                        false,
                        false,
                        Duration.ofMinutes(2));
        StormJars jars =
                new StormJars(
                        List.of(Path.of(System.getProperty("eyewall.repository", "target"))),
                        directory.resolve("jars"),
                        URI.create("file:/none/"));
        return Lab.up(folder(), settings, jars, false, System.err::println);
    }
}
