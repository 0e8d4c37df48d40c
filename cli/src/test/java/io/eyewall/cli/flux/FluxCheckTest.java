package io.eyewall.cli.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about definitions that are wrong: each is the right one with one change. */
class FluxCheckTest {
    private static final String RIGHT =
            """
            name: "right"
            config:
              topology.workers: 1
            components:
              - id: "one"
                className: "java.lang.StringBuilder"
                constructorArgs: ["x"]
              - id: "two"
                className: "java.util.concurrent.atomic.AtomicReference"
                constructorArgs:
                  - ref: "one"
            spouts:
              - id: "words"
                className: "org.apache.storm.testing.TestWordSpout"
                parallelism: 1
            bolts:
              - id: "count"
                className: "org.apache.storm.testing.TestWordCounter"
            streams:
              - from: "words"
                to: "count"
                grouping:
                  type: FIELDS
                  args: ["word"]
            """;

    @TempDir private Path directory = Path.of("");

    private static FluxSource source(Properties properties) {
        return new FluxSource(FluxCheckTest.class.getClassLoader(), properties, false);
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    @Test
    void acceptsWhatIsRight() throws Exception {
        FluxCheck check = FluxCheck.check(source(new Properties()), write("r.yaml", RIGHT), false);
        assertThat(check.definitionPosition(new IllegalStateException())).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name: \"right\" | nam: \"right\" | :1:1: a topology has no key 'nam'",
                "name: \"right\" | # | :2:1: the topology has no 'name'",
                "config: | config: [ | :4:11: expected ',' or ']', but got",
                "id: \"one\" | name: one | :5:5: a component has no key 'name'",
                "- id: \"one\"\\n    class | - class | :5:5: a component has no 'id'",
                "ref: \"one\" | ref: \"tow\" | :11:14: no component 'tow' is defined before its use",
                "ref: \"one\" | ref: \"two\" | :11:14: no component 'two' is defined before its use",
                "[\"x\"] | [\"x\", 1] | :7:22: component 'one': java.lang.StringBuilder has no public"
                        + " constructor with 2",
                "[\"x\"] | \"x\" | :7:22: expected a list (- ...) for 'constructorArgs'",
                "TestWordSpout | TestWordSpuot | :14:16: spout 'words': class"
                        + " org.apache.storm.testing.TestWordSpuot is not in Storm, Flux or the",
                "parallelism: 1 | parallelism: many | :15:18: expected a whole number for"
                        + " 'parallelism'",
                "parallelism: 1 | parallelism: 99999999999 | :15:18: expected a whole number up to",
                "parallelism: 1 | parallelsm: 1 | :15:5: a spout has no key 'parallelsm'",
                "parallelism: 1 | configMethods: [{name: x}] | :15:28: spout"
                        + " 'words': org.apache.storm.testing.TestWordSpout has no public method 'x' with 0",
                "parallelism: 1 | properties: [{name: x, value: 1}] | :15:25:"
                        + " org.apache.storm.testing.TestWordSpout has no setter",
                "parallelism: 1 | factory: make | :15:14: spout 'words':"
                        + " org.apache.storm.testing.TestWordSpout has no factory method 'make'",
                "from: \"words\" | from: \"word\" | :20:11: no spout or bolt 'word'; there are spouts"
                        + " [words] and bolts [count]",
                "to: \"count\" | to: \"words\" | :21:9: no bolt 'words'; there are bolts [count]",
                "FIELDS | FIELD | :23:13: no grouping 'FIELD'; expected one of ALL, CUSTOM, DIRECT",
                "args: [\"word\"] | # | :23:7: grouping FIELDS needs 'args'",
                "FIELDS | CUSTOM | :23:7: grouping CUSTOM needs 'customClass'",
                "type: FIELDS | streamId: x | :23:7: a grouping has no 'type'",
                "config: | topologySource: {className: java.lang.Object}\\nconfig: | :2:17: a"
                        + " topologySource excludes spouts",
                "\"word\" | \"${word}\" | :24:15: ${word} has no value; give its properties with"
                        + " --filter",
                "config: | includes: [{file: no.yaml}]\\nconfig: | no.yaml: can't be read",
            })
    void namesFileAndPlace(String part, String instead, String message) throws Exception {
        String wrong = RIGHT.replace(unescape(part), unescape(instead));
        assertThat(wrong).isNotEqualTo(RIGHT);
        String file = write("wrong.yaml", wrong);
        assertThatThrownBy(
                        () ->
                                FluxCheck.check(
                                        new FluxSource(
                                                FluxCheckTest.class.getClassLoader(), null, false),
                                        file,
                                        false))
                .isInstanceOf(FluxException.class)
                .hasMessageStartingWith(message.startsWith(":") ? file + message : message);
    }

    private static String unescape(String text) {
        return text.replace("\\n", "\n");
    }

    /** What definitions of the next test make. */
    public static class Made {
        /** A choice. */
        public enum Size {
            SMALL,
            LARGE
        }

        /** Public, so that a property needs no setter. */
        public Object any = "";

        /** Made by one constructor with two arguments. */
        public Made(int count, String text) {}

        /** One of two constructors with one argument. */
        public Made(Size size) {}

        /** The other. */
        public Made(String[] texts) {}

        /** A property. */
        public void setCount(long count) {}

        /** A configuration method. */
        public void with(boolean flag, Double ratio, CharSequence text) {}
    }

    private static final String MADE =
            """
            name: "made"
            components:
              - {id: "list", className: "java.util.ArrayList"}
              - id: "made"
                className: "%s"
                constructorArgs: [1, "x"]
                properties:
                  - {name: "count", value: 5}
                configMethods:
                  - {name: "with", args: [true, 0.5, "x"]}
            spouts:
              - {id: "words", className: "org.apache.storm.testing.TestWordSpout"}
            """
                    .formatted(Made.class.getName());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1, \"x\"] | [SMALL]",
                "[1, \"x\"] | [[\"a\", \"b\"]]",
                "0.5 | 3",
                "value: 5 | value: 5000000000",
                "\"count\", value: 5 | \"any\", value: [1]",
            })
    void acceptsArgumentsThatFluxConverts(String part, String instead) throws Exception {
        assertThat(MADE).contains(part);
        FluxCheck.check(
                source(new Properties()), write("m.yaml", MADE.replace(part, instead)), false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1, | [one, | :6:23: component 'made': argument 1 of MADE(int, java.lang.String) is"
                        + " the text 'one'; expected int",
                "[1, \"x\"] | [1, 2] | :6:26: component 'made': argument 2 of MADE(int,"
                        + " java.lang.String) is 2; expected java.lang.String",
                "[1, \"x\"] | [1, {ref: list}] | :6:26: component 'made': argument 2 of MADE(int,"
                        + " java.lang.String) is component 'list', a java.util.ArrayList; expected",
                "[1, \"x\"] | [1, null] | :6:26: component 'made': argument 2 of MADE(int,"
                        + " java.lang.String) is null; expected java.lang.String",
                "[1, \"x\"] | [HUGE] | :6:23: component 'made': no candidate accepts (the text"
                        + " 'HUGE'); the candidates are: MADE(MADE$Size), MADE(java.lang.String[])",
                "[1, \"x\"] | [[]] | :6:23: component 'made': no candidate accepts (a list); the candidates are",
                "value: 5 | value: many | :8:32: component 'made': argument 1 of MADE.setCount(long)"
                        + " is the text 'many'; expected long",
                "true | 1 | :10:31: component 'made': argument 1 of MADE.with(boolean,"
                        + " java.lang.Double, java.lang.CharSequence) is 1; expected boolean",
            })
    void namesTheArgumentThatDoesNotFit(String part, String instead, String message)
            throws Exception {
        assertThat(MADE).contains(part);
        String file = write("wrong.yaml", MADE.replace(part, instead));
        assertThatThrownBy(() -> FluxCheck.check(source(new Properties()), file, false))
                .isInstanceOf(FluxException.class)
                .hasMessageStartingWith(file + message.replace("MADE", Made.class.getName()));
    }

    @Test
    void substitutesAsFluxDoes() throws Exception {
        Properties properties = new Properties();
        properties.putAll(Map.of("field", "word", "list", "[\"a\", \"words\"]"));
        String file =
                write(
                        "filtered.yaml",
                        RIGHT.replace("[\"word\"]", "[${field}]")
                                .replace("from: \"words\"", "from: ${list[1]}"));
        FluxCheck.check(source(properties), file, false);
        assertThatThrownBy(
                        () ->
                                FluxCheck.check(
                                        source(new Properties()),
                                        write("x.yaml", RIGHT.replace("\"count\"", "${x[0]}")),
                                        false))
                .hasMessageContaining("expected a list of quoted values");
    }

    @Test
    void readsIncludesAndNamesTheirPlaces() throws Exception {
        String included =
                write("in.yaml", "bolts:\n  - id: \"more\"\n    className: \"app.More\"\n");
        String file = write("main.yaml", RIGHT + "includes:\n  - file: \"" + included + "\"\n");
        assertThatThrownBy(() -> FluxCheck.check(source(new Properties()), file, false))
                .hasMessageStartingWith(included + ":3:16: bolt 'more': class app.More is not in");
    }
}
