package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall run flux} in a process of its own. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class FluxCommandIT {
    private static final Path FLUX = Path.of("target", "flux", "flux-core.jar");

    /** All ways to make an object, and all groupings. */
    private static final String ALL =
            """
            name: "all"
            includes:
              - file: "INCLUDED"
            components:
              - id: "format"
                className: "app.Format"
                constructorArgs: ["f"]
              - id: "made"
                className: "app.Format"
                factory: "make"
                factoryArgs: ["m", 3]
            spouts:
              - id: "numbers"
                className: "app.Numbers"
                constructorArgs:
                  - ${limit}
                  - ref: "made"
                  - reflist: ["format", "made"]
                properties:
                  - name: "first"
                    value: 10
                  - name: "greeting"
                    value: "hello"
                configMethods:
                  - name: "withEnd"
                    args: [true, ["a", "b"]]
            bolts:
            """;

    private static final String BOLT =
            """
              - id: "%1$s"
                className: "app.Count"
                parallelism: 2
                constructorArgs: ["LOUD"]
            """;

    private static final String STREAM =
            """
              - from: "numbers"
                to: "%s"
                grouping: {type: %s}
            """;

    @TempDir static Path directory;
    private static String jar;

    @BeforeAll
    static void buildApplication() throws IOException {
        jar = FluxApp.build(directory, List.of()).toString();
    }

    private static String write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private static Child run(String... args) throws Exception {
        return Child.run(directory, args);
    }

    /** Runs until the output is there; then ends the command by a signal. */
    private static String until(String expected, String... args) throws Exception {
        try (Child child = Child.start(directory, List.of(), args)) {
            child.awaitOut(expected);
            child.interrupt();
            assertThat(child.exitCode()).as(child.out() + child.err()).isEqualTo(130);
            return child.out();
        }
    }

    @Test
    void runsTheExample() throws Exception {
        String text = write("text.txt", "to be or not to be\n");
        Path counts = directory.resolve("counts.txt");
        String properties =
                write("words.properties", "input=" + text + "\noutput=" + counts + "\n");
        Child child = run("run", "flux", "-R", "flux/wordcount.yaml", "--json", "--for", "60s");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err()).contains("${input} has no value", "--filter");

        child =
                run(
                        "run",
                        "flux",
                        "../examples/src/main/resources/flux/wordcount.yaml",
                        "--filter",
                        properties);
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out()).contains("lines [1]", "split --FIELDS--> count");
        assertThat(Files.readAllLines(counts)).containsExactly("2\tbe", "2\tto", "1\tnot", "1\tor");
    }

    @Test
    void makesObjectsInEveryWayAndGroupsInEveryWay() throws Exception {
        StringBuilder yaml = new StringBuilder(ALL);
        List<String> types =
                List.of(
                        "SHUFFLE",
                        "LOCAL_OR_SHUFFLE",
                        "NONE",
                        "ALL",
                        "GLOBAL",
                        "FIELDS, args: [\"n\"]",
                        "DIRECT, streamId: \"direct\"",
                        "CUSTOM, customClass: {className: \"app.Chosen\", constructorArgs: [1]}");
        for (String type : types) {
            yaml.append(BOLT.formatted(type.replaceAll(",.*", "").toLowerCase(Locale.ROOT)));
        }
        yaml.append("streams:\n");
        for (String type : types) {
            yaml.append(
                    STREAM.formatted(type.replaceAll(",.*", "").toLowerCase(Locale.ROOT), type));
        }
        String included =
                write("included.yaml", "config:\n  my.key: \"${ENV-PATH}\"\n  my.other: 1\n");
        String file = write("all.yaml", yaml.toString().replace("INCLUDED", included));
        String filter = write("all.properties", "limit=110\n");
        String out =
                until("all acked", "run", "flux", "-f", filter, "--env-filter", file, jar, "-q");
        assertThat(out).contains("spout hello mmm 2 true my.key=" + System.getenv("PATH"));
        assertThat(out)
                .contains("all/0 LOUD 100", "all/1 LOUD 100")
                .contains("global/0 LOUD 100", "global/1 LOUD 0")
                .contains("direct/0 LOUD 100", "direct/1 LOUD 0")
                .contains("custom/0 LOUD 0", "custom/1 LOUD 100");
        for (String split : List.of("fields", "none", "shuffle", "local_or_shuffle")) {
            int sum =
                    out.lines()
                            .filter(line -> line.startsWith(split + "/"))
                            .mapToInt(line -> Integer.parseInt(line.replaceAll(".* ", "")))
                            .sum();
            assertThat(sum).as(split).isEqualTo(100);
        }
    }

    @Test
    @Tag("complete")
    void takesATopologyFromAClass() throws Exception {
        String file =
                write(
                        "source.yaml",
                        """
                        name: "source"
                        topologySource:
                          className: "app.Source"
                          methodName: "topology"
                          constructorArgs: ["start"]
                        """);
        assertThat(until("all acked", "run", "flux", file, jar)).contains("sink/0 PLAIN 10");
    }

    @Test
    void runsShellComponentsWithTheirScripts() throws Exception {
        String file =
                write(
                        "shell.yaml",
                        """
                        name: "shell"
                        spouts:
                          - id: "sentences"
                            className: "org.apache.storm.flux.wrappers.spouts.FluxShellSpout"
                            constructorArgs:
                              - ["node", "randomsentence.js"]
                              - ["sentence"]
                        bolts:
                          - id: "split"
                            className: "org.apache.storm.flux.wrappers.bolts.FluxShellBolt"
                            constructorArgs:
                              - ["python3", "splitsentence.py"]
                              - ["word"]
                          - id: "print"
                            className: "app.Print"
                        streams:
                          - from: "sentences"
                            to: "split"
                            grouping: {type: SHUFFLE}
                          - from: "split"
                            to: "print"
                            grouping: {type: SHUFFLE}
                        """);
        assertThat(until("word the", "run", "flux", file, jar)).doesNotContain("word  ");
    }

    @Test
    @Tag("complete")
    void runsTheMainOfAJarThatBundlesFlux() throws Exception {
        Path fat = Files.createDirectory(directory.resolve("fat"));
        String fatJar = FluxApp.build(fat, List.of(FLUX)).toString();
        String file =
                write(
                        "bundled.yaml",
                        """
                        name: "bundled"
                        spouts:
                          - id: "numbers"
                            className: "app.Numbers"
                            constructorArgs: [20, {ref: "f"}, {reflist: []}]
                        bolts:
                          - id: "count"
                            className: "app.Count"
                            constructorArgs: ["PLAIN"]
                        components:
                          - id: "f"
                            className: "app.Format"
                            constructorArgs: ["x"]
                        streams:
                          - {from: "numbers", to: "count", grouping: {type: SHUFFLE}}
                        """);
        for (String mode : List.of("--local", "--remote")) {
            String out =
                    until("all acked", "run", fatJar, "org.apache.storm.flux.Flux", mode, file);
            assertThat(out).contains("count/0 PLAIN 20");
        }
    }

    @Test
    @Tag("complete")
    void takesClassesOfOldStorm() throws Exception {
        String old = LegacyApp.build(Files.createDirectory(directory.resolve("old"))).toString();
        String file =
                write(
                        "old.yaml",
                        """
                        name: "old"
                        config: {my.int: 7}
                        spouts:
                          - {id: "words", className: "old.SchemeSpout"}
                          - {id: "more", className: "backtype.storm.testing.TestWordSpout"}
                        bolts:
                          - {id: "sink", className: "old.Sink"}
                        streams:
                          - {from: "words", to: "sink", grouping: {type: SHUFFLE}}
                          - {from: "more", to: "sink", grouping: {type: SHUFFLE}}
                        """);
        until("all 20", "run", "--legacy", "flux", file, old);
        until("all 20", "run", "flux", file, old); // adapted by itself
    }

    @Test
    void printsATopologyWithoutRunningIt() throws Exception {
        String file = write("dry.yaml", "name: dry\nspouts:\n- {id: w, className: app.Unknown}\n");
        assertThat(run("run", "flux", "--dry-run", file, jar).exitCode())
                .isEqualTo(ExitCode.FAILED);
        write(
                "dry.yaml",
                """
                name: dry
                spouts: [{id: w, className: org.apache.storm.testing.TestWordSpout}]
                bolts: [{id: p, className: app.Print}]
                streams: [{from: w, to: p, grouping: {type: SHUFFLE}}]
                """);
        Child child =
                run(
                        "run",
                        "flux",
                        "--dry-run",
                        "--local",
                        "--no-splash",
                        "--sleep",
                        "1",
                        "--zookeeper",
                        "none:1",
                        file,
                        jar);
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out()).contains("w --SHUFFLE--> p").doesNotContain("word");
    }

    @Test
    @Tag("complete")
    void namesTheDefinitionWhoseCodeThrows() throws Exception {
        String file =
                write(
                        "throws.yaml",
                        """
                        name: throws
                        spouts: [{id: w, className: org.apache.storm.testing.TestWordSpout}]
                        bolts:
                          - id: p
                            className: app.Throws
                            constructorArgs: ["luck"]
                        """);
        Child child = run("run", "flux", file, jar);
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err())
                .contains("throws.yaml:4:5: java.lang.IllegalStateException: no luck");
    }
}
