package io.eyewall.cli.flux;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.application.AppClassLoader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.streams.Stream;
import org.apache.storm.streams.StreamBuilder;
import org.apache.storm.streams.operations.mappers.ValueMapper;
import org.apache.storm.testing.TestWordSpout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lint says beyond the first error: each is the right definition with one change. */
class FluxLintTest {
    private static final String RIGHT =
            """
            name: "right"
            config:
              topology.workers: 1
            components:
              - id: "one"
                className: "java.lang.StringBuilder"
            spouts:
              - id: "words"
                className: "org.apache.storm.testing.TestWordSpout"
                parallelism: 2
                numTasks: 4
            bolts:
              - id: "count"
                className: "org.apache.storm.testing.TestWordCounter"
                parallelism: 2
              - id: "sum"
                className: "org.apache.storm.testing.TestGlobalCount"
                configMethods:
                  - {name: "equals", args: [{ref: "one"}]}
            streams:
              - from: "words"
                to: "count"
                grouping: {type: FIELDS, args: ["word"]}
              - from: "count"
                to: "sum"
                grouping: {type: GLOBAL}
            """;

    @TempDir private Path directory = Path.of("");

    private List<String> lint(String text) throws IOException {
        return lint(Files.writeString(directory.resolve("x.yaml"), text));
    }

    private static List<String> lint(Path file) {
        ClassLoader loader =
                new AppClassLoader(
                        List.of(Path.of("target", "flux", "flux-core.jar")),
                        FluxLintTest.class.getClassLoader());
        return FluxLint.lint(
                        new FluxSource(loader, new Properties(), false),
                        file.toString(),
                        false,
                        true)
                .all()
                .stream()
                .map(finding -> finding.toText().replace(file.toString(), ""))
                .toList();
    }

    /** Two pipelines with branches, for {@code topologySource}. */
    @SuppressWarnings("unchecked") // Storm: an array of predicates
    public static final class Branching {
        /** A branch of three, and one of two behind it. */
        public StormTopology getTopology(Map<String, Object> conf) {
            StreamBuilder builder = new StreamBuilder();
            Stream<Integer>[] parts =
                    builder.newStream(new TestWordSpout(), new ValueMapper<Integer>(0), 2)
                            .branch(n -> n < 1, n -> n < 2, n -> true);
            parts[1].repartition(3).branch(n -> n < 0, n -> n >= 0);
            return builder.build();
        }

        /** A branch of one. */
        public StormTopology one(Map<String, Object> conf) {
            StreamBuilder builder = new StreamBuilder();
            builder.newStream(new TestWordSpout(), new ValueMapper<Integer>(0)).branch(n -> n < 1);
            return builder.build();
        }
    }

    @Test
    void warnsOfBranchesWithSeveralPredicates() throws IOException {
        String source = "name: b\ntopologySource:\n  className: \"" + Branching.class.getName();
        String warning =
                " predicates: Eyewall applies them in the given order, Storm in any order; on Storm"
                        + " a value that several predicates match may go to any of their branches,"
                        + " so let the predicates exclude each other";
        assertThat(lint(source + "\"\n"))
                .containsExactlyInAnyOrder(
                        ":3:3: warning: a branch with 3" + warning,
                        ":3:3: warning: a branch with 2" + warning);
        assertThat(lint(source + "\"\n  methodName: one\n")).isEmpty();
    }

    @Test
    void saysOnceWhatSeveralChecksFind() throws IOException {
        assertThat(lint(RIGHT.replace("numTasks: 4", "numTasks: four")))
                .filteredOn(said -> said.contains("numTasks"))
                .containsExactly(":11:15: expected a whole number for 'numTasks', not 'four'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"config", "components", "bolts", "streams", "workerHooks"})
    void refusesSectionsThatFluxEndsInWhereOnlyTheirNameIs(String section) throws IOException {
        String spouts = RIGHT.substring(RIGHT.indexOf("spouts:"), RIGHT.indexOf("bolts:"));

        assertThat(lint("name: x\n" + section + ":\n" + spouts))
                .contains(":2:1: '" + section + "' has no value; leave it out, or fill it");
    }

    @Test
    void refusesIdsThatStormKeepsToItself() throws IOException {
        assertThat(lint(RIGHT.replace("\"sum\"", "\"__sum\"")))
                .containsExactly(
                        ":16:9: bolt '__sum': Storm keeps ids that begin with '__' to itself");
    }

    @Test
    void saysWhereAFileIsNotInTheEncodingInWhichItIsRead() throws IOException {
        byte[] latin = RIGHT.replace("right", "caf\u00e9").getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(directory.resolve("x.yaml"), latin);

        assertThat(lint(file))
                .containsExactly(
                        ":1:11: warning: the text from here is not encoded in "
                                + Charset.defaultCharset()
                                + ", in which Flux reads it");
    }

    @Test
    void saysWhereATextBeginsThatHasNoEnd() throws IOException {
        assertThat(lint("name: \"right\nspouts: ["))
                .containsExactly(
                        ":2:10: found unexpected end of stream while scanning a quoted scalar,"
                                + " which begins at 1:7");
    }

    @Test
    void saysWhereAFileIsNestedTooDeeply() throws IOException {
        assertThat(lint("name: x\nconfig:\n  a: " + "[".repeat(60) + "]".repeat(60)))
                .containsExactly(
                        ":3:54: is nested in 50 lists or mappings, the limit for Flux: define it as"
                                + " a component with an id, and refer to the id");
    }

    @Test
    void refusesWhatIsNoText() throws IOException {
        assertThat(lint("name: x\n\u0005"))
                .containsExactly(
                        ": is not YAML: it has the character 0x5 at position 8; expected text in"
                                + " UTF-8");
    }

    @Test
    void saysNothingOfWhatIsRight() throws IOException {
        assertThat(lint(RIGHT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "parallelism: 2\\n    num | paralelism: 2\\n    num | :10:5: a spout has no key"
                        + " 'paralelism'; did you mean 'parallelism'?",
                "TestWordSpout | TestWordCounter | :9:16: spout 'words':"
                        + " org.apache.storm.testing.TestWordCounter has another type; expected a"
                        + " class that implements IRichSpout",
                "ref: \"one\" | ref: \"on\" | did you mean 'one'?",
                "name: \"equals\" | name: \"equal\" | did you mean 'equals'?",
                "args: [{ref: \"one\"}] | args: [1] | :5:9: warning: component 'one' is not used",
                "numTasks: 4 | numTasks: 1 | :11:15: warning: spout 'words': 1 tasks can't fill 2",
                "parallelism: 2\\n    num | parallelism: 0\\n    num | :10:18: spout 'words':"
                        + " parallelism is 0; expected 1 or more",
                "[\"word\"] | [\"wrod\"] | :23:15: stream 'default' of 'words' has no field 'wrod'; did"
                        + " you mean 'word'?; it has [word]",
                "GLOBAL} | GLOBAL, streamId: \"x\"} | :26:15: 'count' declares no stream 'x'; it has"
                        + " [default]",
                "GLOBAL} | DIRECT} | :26:15: stream 'default' of 'count' is not direct; group it by",
                "from: \"count\" | from: \"sum\" | warning: closes a cycle: sum -> sum",
                "from: \"words\" | from: \"count\" | warning: bolt 'count' can't be reached from a spout",
                "topology.workers: 1 | topology.worker: 1 | :3:3: warning: Storm has no key"
                        + " 'topology.worker'; did you mean 'topology.workers'?",
                "topology.workers: 1 | topolgy.workers: 1 | :3:3: warning: Storm has no key"
                        + " 'topolgy.workers'; did you mean 'topology.workers'?",
                "topology.workers: 1 | topology.workers: many | :3:3: ",
                "topology.workers: 1 | eyewall.cors: 1 | :3:3: config: unknown configuration key",
                "name: \"right\" | name: \"right\"\\nname: \"twice\" | :2:1: warning: key 'name' is"
                        + " also at :1:1; the value here is used",
                "id: \"sum\" | id: \"count\" | warning: 'count' is also defined"
                        + " at :13:5; the definition here is used",
                "id: \"sum\" | id: \"words\" | is the id of a spout, too, at :8:5",
                "name: \"right\" | name: \"${no}\" | :1:8: warning: ${no} has no value and stays",
                "name: \"right\" | name: \"right\"\\ntests: [] | tests have a file of their own",
                "TestWordCounter\"\\n | TestWordCounter\"\\n    constructorArgs: [1]\\n | has no public"
                        + " constructor with 1 arguments",
            })
    void findsWhatIsWrong(String part, String instead, String message) throws IOException {
        String wrong = RIGHT.replace(part.replace("\\n", "\n"), instead.replace("\\n", "\n"));
        assertThat(wrong).isNotEqualTo(RIGHT);
        assertThat(lint(wrong)).anyMatch(finding -> finding.contains(message));
    }

    @Test
    void goesOnAfterAnError() throws IOException {
        assertThat(
                        lint(
                                RIGHT.replace("TestWordSpout", "TestWordSpuot")
                                        .replace("to: \"sum\"", "to: \"sun\"")
                                        .replace("ref: \"one\"", "ref: \"two\"")))
                .filteredOn(finding -> !finding.contains("warning:"))
                .hasSize(3);
    }

    @Test
    void namesThePlaceOfWhatAConstructorThrows() throws IOException {
        List<String> found =
                lint(
                        RIGHT.replace(
                                "components:",
                                """
                                components:
                                  - id: "bad"
                                    className: "java.util.ArrayList"
                                    constructorArgs: [-1]\
                                """));
        assertThat(found).anyMatch(finding -> finding.contains("IllegalArgumentException"));
    }
}
