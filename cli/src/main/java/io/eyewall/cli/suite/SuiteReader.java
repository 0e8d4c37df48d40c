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

    private static final String EXPECTED_FILE =
            "a file of tests: 'topology: FILE.yaml', and 'tests:' (docs/guides/lint-and-test.md)";

    private static final List<String> COUNT_KEYS = List.of("acked", "failed", "pending", "errors");
    private static final List<String> STEP_KEYS =
            List.of(
                    "inputs", "advance", "outputs", "acked", "failed", "pending", "errors",
                    "fails");
    private static final List<String> ROOT_KEYS =
            List.of("topology", "properties", "config", "tests");
    private static final List<String> CASE_KEYS =
            List.of("name", "properties", "config", "ownSpouts", "stubs", "start", "steps");
    private static final List<String> INPUT_KEYS = List.of("from", "stream", "tuples");
    private static final List<String> OUTPUT_KEYS =
            List.of("from", "stream", "match", "fields", "tuples");
    private static final Map<String, TestSuite.Match> MATCHES_BY_NAME =
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
                        throw FluxException.inFile(
                                file,
                                "no such file; the tests of a definition are beside it, in a file of"
                                        + " that name (docs/guides/lint-and-test.md)",
                                e);
                    } catch (CharacterCodingException e) {
                        throw FluxException.inFile(file, "is not YAML; expected text in UTF-8", e);
                    } catch (IOException e) {
                        throw FluxException.inFile(file, "can't be read: " + e, e);
                    }
                    suite[0] = reader.readSuite(FluxSource.parse(file, text, EXPECTED_FILE));
                });
        return findings.hasErrors() ? null : suite[0];
    }

    private TestSuite readSuite(YamlMap root) throws FluxException {
        findings.addUnknownKeys(root, "a file of tests", ROOT_KEYS);
        DuplicateKeys.check(root, findings);
        ConfigLint.check(root, "config", findings);
        String topology = root.required("the file", "topology");
        Path path = Path.of(topology);
        Path folder = Path.of(file).getParent();
        Path resolved = path.isAbsolute() || folder == null ? path : folder.resolve(path);
        Map<String, String> properties = readProperties(root);
        Map<String, @Nullable Object> config = YamlValues.toValues(root, "config");
        List<TestSuite.Case> cases = new ArrayList<>();
        Set<String> caseNames = new HashSet<>();
        for (YamlMap test : root.maps("tests", "a test")) {
            findings.attempt(
                    () -> {
                        TestSuite.Case testCase = readCase(test, properties, config);
                        if (!caseNames.add(testCase.name())) {
                            throw test.problem("name", "another test has this name, too");
                        }
                        cases.add(testCase);
                    });
        }
        if (cases.isEmpty() && !findings.hasErrors()) {
            findings.add(root.problem("the file has no 'tests'"));
        }
        return new TestSuite(file, resolved.toString(), cases);
    }

    private static Map<String, String> readProperties(YamlMap holder) throws FluxException {
        Map<String, String> properties = new LinkedHashMap<>();
        YamlMap map = holder.map("properties", "properties");
        if (map != null) {
            for (String key : map.keys()) {
                properties.put(key, Objects.requireNonNullElse(map.text(key), ""));
            }
        }
        return properties;
    }

    private TestSuite.Case readCase(
            YamlMap test, Map<String, String> properties, Map<String, @Nullable Object> config)
            throws FluxException {
        List<String> keys = new ArrayList<>(CASE_KEYS);
        keys.addAll(STEP_KEYS);
        findings.addUnknownKeys(test, "a test", keys);
        ConfigLint.check(test, "config", findings);
        String name = test.required("a test", "name");
        Map<String, String> allProperties = new LinkedHashMap<>(properties);
        allProperties.putAll(readProperties(test));
        Map<String, @Nullable Object> allConfig = new HashMap<>(config);
        allConfig.putAll(YamlValues.toValues(test, "config"));
        List<TestSuite.Step> steps = new ArrayList<>();
        if (test.has("steps")) {
            STEP_KEYS.stream()
                    .filter(test::has)
                    .forEach(
                            key ->
                                    findings.add(
                                            test.problemAtKey(
                                                    key,
                                                    "a test with 'steps' has '"
                                                            + key
                                                            + "' in its"
                                                            + " steps")));
            for (YamlMap step : test.maps("steps", "a step")) {
                findings.addUnknownKeys(step, "a step", STEP_KEYS);
                steps.add(readStep(step));
            }
        } else {
            steps.add(readStep(test));
        }
        boolean hasExpectation =
                steps.stream()
                        .anyMatch(
                                step ->
                                        !step.outputs().isEmpty()
                                                || !step.counts().isEmpty()
                                                || step.fails() != null);
        if (!hasExpectation) {
            findings.add(test.problem("test '" + name + "' expects nothing; add 'outputs'"));
        }
        return new TestSuite.Case(
                positionOf(test, name),
                name,
                allProperties,
                allConfig,
                new LinkedHashSet<>(readNames(test, "ownSpouts")),
                new LinkedHashSet<>(readNames(test, "stubs")),
                readStart(test),
                steps);
    }

    private static LintFinding positionOf(YamlMap map, String message) {
        return map.problem(message).finding();
    }

    private static @Nullable Instant readStart(YamlMap test) throws FluxException {
        String text = test.text("start");
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw test.problem("start", "expected a time such as 2024-05-01T12:00:00Z")
                    .withCause(e);
        }
    }

    private static List<String> readNames(YamlMap holder, String key) throws FluxException {
        List<String> names = new ArrayList<>();
        for (Node element : holder.list(key)) {
            if (!(element instanceof ScalarNode scalar)) {
                throw FluxException.atNode(holder.file(), element, "expected a name");
            }
            names.add(scalar.getValue());
        }
        return names;
    }

    private TestSuite.Step readStep(YamlMap step) throws FluxException {
        List<TestSuite.Input> inputs = new ArrayList<>();
        for (YamlMap input : step.maps("inputs", "an input")) {
            findings.addUnknownKeys(input, "an input", INPUT_KEYS);
            inputs.add(
                    new TestSuite.Input(
                            positionOf(input, ""),
                            input.required("an input", "from"),
                            streamName(input),
                            readRows(input, "an input", Map.of())));
        }
        List<TestSuite.Output> outputs = new ArrayList<>();
        for (YamlMap output : step.maps("outputs", "an output")) {
            findings.addUnknownKeys(output, "an output", OUTPUT_KEYS);
            outputs.add(
                    new TestSuite.Output(
                            positionOf(output, ""),
                            output.required("an output", "from"),
                            streamName(output),
                            readMatch(output),
                            readNames(output, "fields"),
                            readRows(output, "an output", ExpectedValue.TAGS)));
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String key : COUNT_KEYS) {
            String text = step.text(key);
            if (text != null && !text.matches("\\d{1,18}")) {
                throw step.problem(key, "expected a number of messages for '" + key + "'");
            }
            if (text != null) {
                counts.put(key, Long.valueOf(text));
            }
        }
        return new TestSuite.Step(
                inputs,
                readAdvance(step),
                outputs,
                counts,
                step.text("fails"),
                positionOf(step, ""));
    }

    private static String streamName(YamlMap holder) throws FluxException {
        return Objects.requireNonNullElse(holder.text("stream"), Utils.DEFAULT_STREAM_ID);
    }

    private static TestSuite.Match readMatch(YamlMap output) throws FluxException {
        String text = Objects.requireNonNullElse(output.text("match"), "exact");
        TestSuite.Match match = MATCHES_BY_NAME.get(text.toLowerCase(Locale.ROOT));
        if (match == null) {
            throw output.problem("match", "expected exact, any-order or contains for 'match'");
        }
        return match;
    }

    private static Duration readAdvance(YamlMap step) throws FluxException {
        String text = step.text("advance");
        try {
            return text == null ? Duration.ZERO : new DurationConverter().convert(text);
        } catch (TypeConversionException e) {
            throw step.problem("advance", String.valueOf(e.getMessage())).withCause(e);
        }
    }

    private static List<TestSuite.Row> readRows(
            YamlMap holder, String holderKind, Map<String, Function<String, Object>> tags)
            throws FluxException {
        if (!holder.has("tuples")) {
            throw holder.problem(holderKind + " has no 'tuples'; [] stands for none");
        }
        List<TestSuite.Row> rows = new ArrayList<>();
        for (Node node : holder.list("tuples")) {
            LintFinding position = FluxException.atNode(holder.file(), node, "").finding();
            if (node instanceof SequenceNode sequence) {
                List<@Nullable Object> values = new ArrayList<>();
                for (Node value : sequence.getValue()) {
                    values.add(YamlValues.toValue(holder.file(), value, tags));
                }
                rows.add(new TestSuite.Row(position, values, Map.of()));
            } else if (node instanceof MappingNode) {
                YamlMap map = YamlMap.fromNode(holder.file(), node, "a tuple");
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (String field : map.keys()) {
                    Node value = map.value(field);
                    values.put(
                            field,
                            value == null ? null : YamlValues.toValue(holder.file(), value, tags));
                }
                rows.add(new TestSuite.Row(position, null, values));
            } else {
                throw FluxException.atNode(
                        holder.file(),
                        node,
                        "expected a tuple: a list of its values, or a mapping by fields");
            }
        }
        return rows;
    }
}
