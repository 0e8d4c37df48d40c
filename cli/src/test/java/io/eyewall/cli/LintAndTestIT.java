package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall lint} and {@code eyewall test} in processes of their own. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class LintAndTestIT {
    private static final String EXAMPLES = "../examples/src/main/resources/flux/";

    @TempDir static Path directory;
    private static String jar;

    @BeforeAll
    static void buildApplication() throws IOException {
        jar = FluxApp.build(directory, List.of()).toString();
        write(
                "app.yaml",
                """
                name: "app"
                components:
                  - {id: "format", className: "app.Format", constructorArgs: ["f"]}
                spouts:
                  - id: "numbers"
                    className: "app.Numbers"
                    constructorArgs:
                      - ${limit}
                      - ref: "format"
                      - reflist: ["format"]
                bolts:
                  - {id: "count", className: "app.Count", constructorArgs: [LOUD]}
                streams:
                  - {from: "numbers", to: "count", grouping: {type: SHUFFLE}}
                """);
    }

    private static String write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private static Child run(String... args) throws Exception {
        return Child.run(directory, args);
    }

    @Test
    void theExamplesAreRightAndPassTheirTests() throws Exception {
        String filter = write("words.properties", "input=in\noutput=out\n");
        Child lint =
                run(
                        "lint",
                        "--strict",
                        "--filter",
                        filter,
                        EXAMPLES + "wordcount.yaml",
                        EXAMPLES + "sums.yaml",
                        EXAMPLES + "sums.test.yaml");
        assertThat(lint.exitCode()).as(lint.out() + lint.err()).isEqualTo(ExitCode.OK);
        assertThat(lint.out()).isEmpty();
        Child test = run("test", EXAMPLES + "wordcount.yaml", EXAMPLES + "sums.test.yaml");
        assertThat(test.exitCode()).as(test.out() + test.err()).isEqualTo(ExitCode.OK);
        assertThat(test.err()).endsWith("eyewall: 5 passed, 0 failed" + System.lineSeparator());
    }

    @Test
    void lintsSeveralFilesAndEndsByWhatItFinds() throws Exception {
        String warned =
                write(
                        "warned.yaml",
                        """
                        name: "warned"
                        spouts:
                          - {id: "words", className: "org.apache.storm.testing.TestWordSpout"}
                        """);
        Child child = run("lint", warned);
        assertThat(child.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(child.out())
                .isEqualTo(
                        warned
                                + ":3:10: warning: spout 'words': no bolt subscribes to its streams"
                                + System.lineSeparator());
        String app = directory.resolve("app.yaml").toString();
        child = run("lint", "--strict", "--json", warned, app, jar);
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.out().lines())
                .anyMatch(
                        line -> line.contains("\"line\":3,\"column\":10,\"severity\":\"warning\""))
                .anyMatch(line -> line.contains("${limit} has no value"));
        assertThat(run("lint").exitCode()).isEqualTo(ExitCode.USAGE);
        String mistyped =
                write(
                        "mistyped.yaml",
                        """
                        name: "mistyped"
                        spouts:
                          - {id: "words", className: "app.Numbesr"}
                        """);
        assertThat(run("lint", mistyped, jar).out()).contains("did you mean 'app.Numbers'?");
    }

    @Test
    void showsWhatIsNotAsExpected() throws Exception {
        String file =
                write(
                        "app.test.yaml",
                        """
                        topology: app.yaml
                        properties: {limit: 3}
                        tests:
                          - name: "right"
                            inputs: [{from: numbers, tuples: [[1, a], [2, b]]}]
                            outputs: [{from: count, tuples: [[1], [2]]}]
                            acked: 2
                          - name: "its own spout"
                            ownSpouts: [numbers]
                            properties: {limit: 2}
                            outputs: [{from: numbers, fields: [n], tuples: [[0], [1]]}]
                          - name: "wrong & <so>"
                            inputs: [{from: numbers, tuples: [[1, a], [2, b]]}]
                            outputs: [{from: count, tuples: [[1], [3]]}]
                            acked: 1
                          - name: "no such field"
                            inputs: [{from: numbers, tuples: [{n: 1, test: x}]}]
                            acked: 1
                        """);
        Path junit = directory.resolve("results.xml");
        Child child = run("test", file, jar, "--junit", junit.toString());
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.FAILED);
        assertThat(child.out())
                .contains("ok    " + file + ":4:5  right")
                .contains("ok    " + file + ":8:5  its own spout")
                .contains("FAIL  " + file + ":12:5  wrong & <so>")
                .contains("          {n: 1}", "        - {n: 3}", "        + {n: 2}")
                .contains("acked: expected 1, there are 2")
                .contains(file + ":17:39: no field 'test'; did you mean 'text'?");
        assertThat(Files.readString(junit))
                .contains("tests=\"4\" failures=\"2\"", "wrong &amp; &lt;so&gt;", "- {n: 3}");

        child = run("test", file, jar, "--json", "--only", "right");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out().lines())
                .singleElement()
                .asString()
                .contains("\"test\":\"right\",\"outcome\":\"passed\"");
        child = run("test", file, jar, "--only", "nothing");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err()).contains("no test has 'nothing' in its name");
    }

    @Test
    @Tag("complete")
    void givesATestUpThatHangs() throws Exception {
        Path hangs = Files.createDirectories(directory.resolve("hangs"));
        Path hanging =
                AppJar.build(
                        hangs,
                        Map.of(
                                "app.Hangs",
                                """
                                package app;
                                import org.apache.storm.topology.*;
                                import org.apache.storm.tuple.*;
                                public class Hangs extends base.BaseBasicBolt {
                                    public void execute(Tuple t, BasicOutputCollector o) {
                                        while (true) { Thread.onSpinWait(); }
                                    }
                                    public void declareOutputFields(OutputFieldsDeclarer d) {}
                                }
                                """
                                        .replace(
                                                "extends base.",
                                                "extends org.apache.storm.topology.base.")),
                        List.of());
        write(
                "hangs.yaml",
                """
                name: "hangs"
                spouts:
                  - {id: "words", className: "org.apache.storm.testing.TestWordSpout"}
                bolts:
                  - {id: "hangs", className: "app.Hangs"}
                streams:
                  - {from: "words", to: "hangs", grouping: {type: SHUFFLE}}
                """);
        String file =
                write(
                        "hangs.test.yaml",
                        """
                        topology: hangs.yaml
                        tests:
                          - name: "hangs"
                            inputs: [{from: words, tuples: [[a]]}]
                            acked: 1
                          - name: "after it"
                            acked: 0
                        """);
        Child child = run("test", "--timeout", "2s", file, hanging.toString());
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.FAILED);
        assertThat(child.out()).contains("still runs after 2 s", "app.Hangs.execute", "not run");
    }
}
