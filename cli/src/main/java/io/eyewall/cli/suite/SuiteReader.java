package io.eyewall.cli.suite;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.flux.ConfigLint;
import io.eyewall.cli.flux.DuplicateKeys;
import io.eyewall.cli.flux.Findings;
import io.eyewall.cli.flux.FluxException;
import io.eyewall.cli.flux.FluxSource;
import io.eyewall.cli.flux.YamlMap;
import io.eyewall.cli.flux.YamlValues;
import io.eyewall.cli.terminal.DurationConverter;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.MappingNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.SequenceNode;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/** Reads a file of tests and reports errors of its form. */
public final class SuiteReader {
    /** The endings of test file names. */
    private static final List<String> ENDINGS = List.of(".test.yaml", ".test.yml");

    private static final String FILE =
            "a file of tests: 'topology: FILE.yaml', and 'tests:' (docs/guides/lint-and-test.md)";

    private static final List<String> COUNTS = List.of("acked", "failed", "pending", "errors");
    private static final List<String> STEP =
            List.of(
                    "inputs", "advance", "outputs", "acked", "failed", "pending", "errors",
                    "fails");
    private static final List<String> ROOT = List.of("topology", "properties", "config", "tests");
    private static final List<String> CASE =
            List.of("name", "properties", "config", "ownSpouts", "stubs", "start", "steps");
    private static final List<String> INPUT = List.of("from", "stream", "tuples");
    private static final List<String> OUTPUT =
            List.of("from", "stream", "match", "fields", "tuples");
    private static final Map<String, TestSuite.Match> MATCHES =
            Map.of(
                    "exact", TestSuite.Match.EXACT,
                    "any-order", TestSuite.Match.ANY_ORDER,
                    "contains", TestSuite.Match.CONTAINS);

    private final String file;
    private final Findings findings;

    private SuiteReader(String file, Findings findings) {
        this.file = file;
        this.findings = findings;
    }

    /** Returns whether a file contains tests, according to its name. */
    public static boolean isSuite(String file) {
        return ENDINGS.stream().anyMatch(file::endsWith);
    }

    /**
     * Returns the name of the file with a definition's tests: {@code words.test.yaml} for
     * words.yaml.
     */
    public static String testFileOf(String definition) {
        return isSuite(definition)
                ? definition
                : definition.replaceFirst("(?i)(\\.ya?ml)?$", "") + ".test.yaml";
    }

    /**
     * Reads a file.
     *
     * @return null if there is nothing to run; {@code findings} contains the reason
     */
    public static @Nullable TestSuite read(String file, Findings findings) {
        SuiteReader reader = new SuiteReader(file, findings);
        TestSuite[] suite = new TestSuite[1];
        findings.attempt(
                () -> {
                    String text;
                    try {
                        text = Files.readString(Path.of(file));
                    } catch (NoSuchFileException e) {
                        throw FluxException.of(
                                file,
                                "no such file; tests of a definition stand beside it, in a file of"
                                        + " that name (docs/guides/lint-and-test.md)",
                                e);
                    } catch (CharacterCodingException e) {
                        throw FluxException.of(file, "is no YAML; expected text in UTF-8", e);
                    } catch (IOException e) {
                        throw FluxException.of(file, "can't be read: " + e, e);
                    }
                    suite[0] = reader.suite(FluxSource.parse(file, text, FILE));
                });
        return findings.hasErrors() ? null : suite[0];
    }

    private TestSuite suite(YamlMap root) throws FluxException {
        findings.addUnknownKeys(root, "a file of tests", ROOT);
        DuplicateKeys.find(root, findings);
        ConfigLint.check(root, "config", findings);
        String topology = root.required("the file", "topology");
        Path path = Path.of(topology);
        Path folder = Path.of(file).getParent();
        Path resolved = path.isAbsolute() || folder == null ? path : folder.resolve(path);
        Map<String, String> properties = properties(root);
        Map<String, @Nullable Object> config = YamlValues.map(root, "config");
        List<TestSuite.Case> cases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlMap test : root.maps("tests", "a test")) {
            findings.attempt(
                    () -> {
                        TestSuite.Case one = testCase(test, properties, config);
                        if (!names.add(one.name())) {
                            throw test.problem("name", "another test has this name, too");
                        }
                        cases.add(one);
                    });
        }
        if (cases.isEmpty() && !findings.hasErrors()) {
            findings.add(root.problem("the file has no 'tests'"));
        }
        return new TestSuite(file, resolved.toString(), cases);
    }

    private static Map<String, String> properties(YamlMap holder) throws FluxException {
        Map<String, String> properties = new LinkedHashMap<>();
        YamlMap map = holder.map("properties", "properties");
        if (map != null) {
            for (String key : map.keys()) {
                properties.put(key, Objects.requireNonNullElse(map.text(key), ""));
            }
        }
        return properties;
    }

    private TestSuite.Case testCase(
            YamlMap test, Map<String, String> properties, Map<String, @Nullable Object> config)
            throws FluxException {
        List<String> keys = new ArrayList<>(CASE);
        keys.addAll(STEP);
        findings.addUnknownKeys(test, "a test", keys);
        ConfigLint.check(test, "config", findings);
        String name = test.required("a test", "name");
        Map<String, String> allProperties = new LinkedHashMap<>(properties);
        allProperties.putAll(properties(test));
        Map<String, @Nullable Object> allConfig = new HashMap<>(config);
        allConfig.putAll(YamlValues.map(test, "config"));
        List<TestSuite.Step> steps = new ArrayList<>();
        if (test.has("steps")) {
            STEP.stream()
                    .filter(test::has)
                    .forEach(
                            key ->
                                    findings.add(
                                            test.problemAtKey(
                                                    key,
                                                    "a test with 'steps' has '"
                                                            + key
                                                            + "' in"
                                                            + " these")));
            for (YamlMap step : test.maps("steps", "a step")) {
                findings.addUnknownKeys(step, "a step", STEP);
                steps.add(step(step));
            }
        } else {
            steps.add(step(test));
        }
        boolean expects =
                steps.stream()
                        .anyMatch(
                                step ->
                                        !step.outputs().isEmpty()
                                                || !step.counts().isEmpty()
                                                || step.fails() != null);
        if (!expects) {
            findings.add(test.problem("test '" + name + "' expects nothing; add 'outputs'"));
        }
        return new TestSuite.Case(
                place(test, name),
                name,
                allProperties,
                allConfig,
                new LinkedHashSet<>(texts(test, "ownSpouts")),
                new LinkedHashSet<>(texts(test, "stubs")),
                start(test),
                steps);
    }

    private static LintFinding place(YamlMap map, String message) {
        return map.problem(message).finding();
    }

    private static @Nullable Instant start(YamlMap test) throws FluxException {
        String text = test.text("start");
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw test.problem("start", "expected a time such as 2024-05-01T12:00:00Z").because(e);
        }
    }

    private static List<String> texts(YamlMap holder, String key) throws FluxException {
        List<String> texts = new ArrayList<>();
        for (Node element : holder.list(key)) {
            if (!(element instanceof ScalarNode scalar)) {
                throw FluxException.at(holder.file(), element, "expected a name");
            }
            texts.add(scalar.getValue());
        }
        return texts;
    }

    private TestSuite.Step step(YamlMap step) throws FluxException {
        List<TestSuite.Input> inputs = new ArrayList<>();
        for (YamlMap input : step.maps("inputs", "an input")) {
            findings.addUnknownKeys(input, "an input", INPUT);
            inputs.add(
                    new TestSuite.Input(
                            place(input, ""),
                            input.required("an input", "from"),
                            stream(input),
                            rows(input, "an input", Map.of())));
        }
        List<TestSuite.Output> outputs = new ArrayList<>();
        for (YamlMap output : step.maps("outputs", "an output")) {
            findings.addUnknownKeys(output, "an output", OUTPUT);
            outputs.add(
                    new TestSuite.Output(
                            place(output, ""),
                            output.required("an output", "from"),
                            stream(output),
                            match(output),
                            texts(output, "fields"),
                            rows(output, "an output", ExpectedValue.TAGS)));
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String key : COUNTS) {
            String text = step.text(key);
            if (text != null && !text.matches("\\d{1,18}")) {
                throw step.problem(key, "expected a number of messages for '" + key + "'");
            }
            if (text != null) {
                counts.put(key, Long.valueOf(text));
            }
        }
        return new TestSuite.Step(
                inputs, advance(step), outputs, counts, step.text("fails"), place(step, ""));
    }

    private static String stream(YamlMap holder) throws FluxException {
        return Objects.requireNonNullElse(holder.text("stream"), Utils.DEFAULT_STREAM_ID);
    }

    private static TestSuite.Match match(YamlMap output) throws FluxException {
        String text = Objects.requireNonNullElse(output.text("match"), "exact");
        TestSuite.Match match = MATCHES.get(text.toLowerCase(Locale.ROOT));
        if (match == null) {
            throw output.problem("match", "expected exact, any-order or contains for 'match'");
        }
        return match;
    }

    private static Duration advance(YamlMap step) throws FluxException {
        String text = step.text("advance");
        try {
            return text == null ? Duration.ZERO : new DurationConverter().convert(text);
        } catch (TypeConversionException e) {
            throw step.problem("advance", String.valueOf(e.getMessage())).because(e);
        }
    }

    private static List<TestSuite.Row> rows(
            YamlMap holder, String what, Map<String, Function<String, Object>> tags)
            throws FluxException {
        if (!holder.has("tuples")) {
            throw holder.problem(what + " has no 'tuples'; [] stands for none");
        }
        List<TestSuite.Row> rows = new ArrayList<>();
        for (Node node : holder.list("tuples")) {
            LintFinding place = FluxException.at(holder.file(), node, "").finding();
            if (node instanceof SequenceNode sequence) {
                List<@Nullable Object> values = new ArrayList<>();
                for (Node value : sequence.getValue()) {
                    values.add(YamlValues.of(holder.file(), value, tags));
                }
                rows.add(new TestSuite.Row(place, values, Map.of()));
            } else if (node instanceof MappingNode) {
                YamlMap map = YamlMap.of(holder.file(), node, "a tuple");
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (String field : map.keys()) {
                    Node value = map.value(field);
                    values.put(
                            field,
                            value == null ? null : YamlValues.of(holder.file(), value, tags));
                }
                rows.add(new TestSuite.Row(place, null, values));
            } else {
                throw FluxException.at(
                        holder.file(),
                        node,
                        "expected a tuple: a list of its values, or a mapping by fields");
            }
        }
        return rows;
    }
}
