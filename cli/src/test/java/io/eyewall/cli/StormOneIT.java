package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.nimbus.NimbusTarget;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.server.nimbus.NimbusPort;
import io.eyewall.server.nimbus.NimbusSettings;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.generated.NimbusSummary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications compiled against Storm 1.x run without an option, here and on a server. */
@Timeout(180)
@Tag("more")
class StormOneIT {
    private final Path directory;

    StormOneIT(@TempDir Path directory) {
        this.directory = directory;
    }

    private Child run(String jar, String... args) throws Exception {
        String[] all = new String[args.length + 4];
        List.of("run", "--for", "2s", jar).toArray(all);
        System.arraycopy(args, 0, all, 4, args.length);
        return Child.run(directory, all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.2"})
    void runsWhatWasCompiledAgainst(String version) throws Exception {
        String jar = LegacyApp.build1(directory, version).toString();
        Child tutorial = run(jar, "one.Tutorial");
        assertThat(tutorial.exitCode()).as(tutorial.err()).isZero();
        assertThat(tutorial.out()).contains("done");
        assertThat(tutorial.err()).contains("app.jar was compiled against Storm 1.x");
        Child changed = run(jar, "one.Changed");
        assertThat(changed.exitCode()).as(changed.err()).isZero();
        assertThat(changed.out())
                .contains("yaml {a=[1, 2]}", "state x", "texts s7", "opened 1", "topologies 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactional", "opaque"})
    void readsFromPartitionedTridentSpouts(String kind) throws Exception {
        String jar = LegacyApp.build1(directory, "1.0").toString();
        try (Child child = Child.start(directory, List.of(), "run", jar, "old.Partitioned", kind)) {
            child.awaitOut("seen {p0=2, p1=2, p2=2}");
        }
    }

    @Test
    void namesWhatIsGone() throws Exception {
        String jar = LegacyApp.build1(directory, "1.2").toString();
        Child child = run(jar, "one.Changed", "gone");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err())
                .contains(
                        "app.jar: class one.Changed calls org.apache.storm.utils.Utils.getDU(File),"
                                + " returning long, which Storm ",
                        "(Storm 1.x had it, until 2.0): a NoSuchMethodError there")
                .contains("NoSuchMethodError: 'long org.apache.storm.utils.Utils.getDU");
    }

    private String flux(String name) throws Exception {
        String yaml =
                """
                name: "changed"
                spouts:
                  - {id: "changed", className: "one.Changed"}
                """;
        return Files.writeString(directory.resolve(name), yaml).toString();
    }

    /** Calls of 1.x that its spout makes while it is opened, as the linted file is. */
    @Test
    void lintsAndTestsWhatWasCompiledAgainst1() throws Exception {
        String jar = LegacyApp.build1(directory, "1.2").toString();
        Child lint = Child.run(directory, "lint", flux("changed.yaml"), jar);
        assertThat(lint.exitCode()).as(lint.out() + lint.err()).isZero();
        assertThat(lint.err())
                .contains("app.jar was compiled against Storm 1.x: it is adapted to ")
                .contains("class one.Changed calls org.apache.storm.utils.Utils.getDU(File)");
        String suite =
                Files.writeString(
                                directory.resolve("changed.test.yaml"),
                                """
                                topology: changed.yaml
                                config: {topology.workers: 3}
                                tests:
                                  - name: "is opened"
                                    ownSpouts: [changed]
                                    advance: 1s
                                    errors: 0
                                """)
                        .toString();
        Child test = Child.run(directory, "test", suite, jar);
        assertThat(test.exitCode()).as(test.out() + test.err()).isZero();
        assertThat(test.err()).contains("app.jar was compiled against Storm 1.x");
    }

    /** A function of SQL that calls what was there in 1.x. */
    @Test
    void sqlLoadsFunctionsThatWereCompiledAgainst1() throws Exception {
        String jar = LegacyApp.build1(directory, "1.2").toString();
        Child query =
                Child.run(
                        directory,
                        "sql",
                        "-e",
                        "CREATE FUNCTION whole AS 'one.Whole'; SELECT whole('7')",
                        jar);
        assertThat(query.exitCode()).as(query.err()).isZero();
        assertThat(query.out()).contains("8");
        assertThat(query.err()).contains("app.jar was compiled against Storm 1.x");
    }

    /** Its workers load the jar as it is. */
    @Test
    void isNotAdaptedForAStormCluster() throws Exception {
        String jar = LegacyApp.build1(directory, "1.2").toString();
        AtomicInteger port = new AtomicInteger();
        try (NimbusPort nimbus =
                NimbusPort.listen(
                        NimbusSettings.loopback(0),
                        1 << 20,
                        NimbusTarget.proxy((method, arguments) -> answer(method, port.get())))) {
            port.set(nimbus.port());
            String to = "storm://127.0.0.1:" + port;
            Child submit = Child.run(directory, "submit", "--to", to, jar, "one.Changed");
            assertThat(submit.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(submit.err())
                    .contains(
                            to
                                    + " is a Storm cluster (2.6.0). A Storm cluster does not adapt applications")
                    .contains(
                            "class one.Changed calls org.apache.storm.utils.Utils.getString(Object)")
                    .doesNotContain("it is adapted");
        }
    }

    private static @Nullable Object answer(Method method, int port) {
        return switch (method.getName()) {
            case "getNimbusConf" -> "{\"eyewall.placement\": true}"; // it may have our plugin
            case "getLeader" -> new NimbusSummary("127.0.0.1", port, 1, true, "2.6.0");
            default -> throw new UnsupportedOperationException(method.getName());
        };
    }

    @Test
    void runsOnServers() throws Exception {
        String jar = LegacyApp.build1(directory, "1.2").toString();
        try (TestServer server = TestServer.start(directory)) {
            Child submit = Child.run(directory, "submit", "--to", server.to(), jar, "one.Changed");
            assertThat(submit.exitCode()).as(submit.err()).isZero();
            Path log = null;
            for (int i = 0; log == null || !Files.readString(log).contains("opened 1"); i++) {
                assertThat(i).as("tries").isLessThan(900);
                Thread.sleep(100);
                try (var files = Files.walk(directory.resolve("state").resolve("logs"))) {
                    log = files.filter(f -> f.endsWith("worker.log")).findFirst().orElse(null);
                }
            }
            assertThat(Files.readString(log)).contains("was compiled against Storm 1.x");
            Child.run(directory, "kill", "changed", "-w", "0");
        }
    }
}
