package io.eyewall.cli.suite;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.flux.FluxTopology;
import io.eyewall.cli.suite.CaseResult.Failure;
import io.eyewall.cli.suite.DeclaredStreams.UnknownNameException;
import io.eyewall.engine.StackTraceText;
import io.eyewall.testkit.TestDriverBuilder;
import io.eyewall.testkit.TopologyFailedException;
import io.eyewall.testkit.TopologyTestDriver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Runs one test on the caller's thread. Use once. */
final class CaseRun {
    /** The number of reported errors that a failure shows. */
    private static final int MAX_ERRORS = 5;

    private final FluxTopology built;
    private final TestSuite.Case test;
    private final DeclaredStreams declared;
    private final List<Failure> failures = new ArrayList<>();

    CaseRun(FluxTopology built, TestSuite.Case test) {
        this.built = built;
        this.test = test;
        this.declared = new DeclaredStreams(built.topology());
    }

    /**
     * Checks the names that the test uses, then runs the test.
     *
     * @return the expectations that were not met
     */
    List<Failure> run() {
        Set<String> fed = fedSpouts();
        StormTopology topology = topologyWithStubs();
        checkNames(fed);
        if (!failures.isEmpty()) {
            return failures;
        }
        Map<String, Object> conf = new HashMap<>(built.conf());
        conf.putAll(test.config());
        TestDriverBuilder builder =
                TopologyTestDriver.of(topology)
                        .withConf(conf)
                        .withStormTime()
                        .feeding(fed.toArray(String[]::new));
        if (test.start() != null) {
            builder.withStartTime(test.start());
        }
        if (conf.get(Config.TOPOLOGY_NAME) instanceof String name) {
            builder.withName(name);
        }
        TestSuite.Step first = test.steps().get(0);
        try (TopologyTestDriver driver = builder.start()) {
            for (TestSuite.Step step : test.steps()) {
                if (!runStep(driver, step, fed)) {
                    break;
                }
            }
        } catch (TopologyFailedException e) {
            checkFailure(first, e); // failed while it opened or closed
        }
        return failures;
    }

    private Set<String> fedSpouts() {
        Set<String> fed = new HashSet<>(built.topology().get_spouts().keySet());
        fed.removeIf(id -> id.startsWith("$")); // added by Storm, as $checkpointspout
        for (String ownSpout : test.ownSpouts()) {
            if (!fed.remove(ownSpout)) {
                fail(
                        test.position(),
                        "ownSpouts: no spout '"
                                + ownSpout
                                + "'; there are "
                                + new TreeSet<>(built.topology().get_spouts().keySet()),
                        List.of());
            }
        }
        return fed;
    }

    private StormTopology topologyWithStubs() {
        StormTopology topology = built.topology().deepCopy();
        for (String stub : test.stubs()) {
            Bolt bolt = topology.get_bolts().get(stub);
            if (bolt == null) {
                fail(
                        test.position(),
                        "stubs: no bolt '"
                                + stub
                                + "'; there are "
                                + new TreeSet<>(topology.get_bolts().keySet()),
                        List.of());
            } else {
                bolt.set_bolt_object(
                        ComponentObject.serialized_java(Utils.javaSerialize(new StubBolt())));
            }
        }
        return topology;
    }

    private void checkNames(Set<String> fed) {
        for (TestSuite.Step step : test.steps()) {
            for (TestSuite.Input input : step.inputs()) {
                checkRows(
                        input.position(),
                        input.tuples(),
                        declaredFields(input.position(), input.from(), input.stream()),
                        List.of(),
                        fed.contains(input.from()) || !test.ownSpouts().contains(input.from()));
            }
            for (TestSuite.Output output : step.outputs()) {
                checkRows(
                        output.position(),
                        output.tuples(),
                        declaredFields(output.position(), output.from(), output.stream()),
                        output.fields(),
                        false);
            }
        }
    }

    private @Nullable List<String> declaredFields(
            LintFinding position, String component, String stream) {
        try {
            return declared.fields(component, stream);
        } catch (UnknownNameException e) {
            fail(position, String.valueOf(e.getMessage()), List.of());
            return null;
        }
    }

    private void checkRows(
            LintFinding position,
            List<TestSuite.Row> rows,
            @Nullable List<String> fields,
            List<String> listedFields,
            boolean allFields) {
        if (fields == null) {
            return;
        }
        for (TestSuite.Row row : rows) {
            try {
                DeclaredStreams.valuesByField(fields, listedFields, row);
                if (allFields) {
                    DeclaredStreams.allValues(fields, row);
                }
            } catch (UnknownNameException e) {
                fail(row.position(), String.valueOf(e.getMessage()), List.of());
            }
        }
        if (rows.isEmpty() && allFields) {
            fail(position, "an input without tuples", List.of());
        }
    }

    /**
     * Runs one step.
     *
     * @return whether the topology is still running
     */
    private boolean runStep(TopologyTestDriver driver, TestSuite.Step step, Set<String> fed) {
        driver.clear();
        long errorsBefore = errorCount(driver);
        try {
            driver.runUntilIdle();
            for (TestSuite.Input input : step.inputs()) {
                feed(driver, input, fed);
                driver.runUntilIdle();
            }
            if (!step.advance().isZero()) {
                driver.advance(step.advance());
            }
        } catch (TopologyFailedException e) {
            checkFailure(step, e);
            return false;
        }
        if (step.fails() != null) {
            fail(
                    step.position(),
                    "the topology did not fail; expected '" + step.fails() + "'",
                    List.of());
        }
        step.outputs().forEach(output -> compare(driver, output));
        compareCounts(driver, step, errorsBefore);
        return true;
    }

    private void feed(TopologyTestDriver driver, TestSuite.Input input, Set<String> fed) {
        try {
            List<String> fields = declared.fields(input.from(), input.stream());
            for (TestSuite.Row row : input.tuples()) {
                @Nullable Object[] values = DeclaredStreams.allValues(fields, row).toArray();
                if (fed.contains(input.from())) {
                    driver.spout(input.from()).onStream(input.stream()).emit(values);
                } else {
                    driver.feed(input.from(), input.stream(), values);
                }
            }
        } catch (UnknownNameException e) {
            throw new IllegalStateException("names were checked", e);
        }
    }

    private void compare(TopologyTestDriver driver, TestSuite.Output output) {
        try {
            List<String> fields = declared.fields(output.from(), output.stream());
            List<Map<String, @Nullable Object>> expected = new ArrayList<>();
            for (TestSuite.Row row : output.tuples()) {
                expected.add(DeclaredStreams.valuesByField(fields, output.fields(), row));
            }
            List<List<Object>> actual = driver.values(output.from(), output.stream());
            List<String> difference =
                    new TupleDiff(fields, expected, actual).compare(output.match());
            if (!difference.isEmpty()) {
                fail(
                        output.position(),
                        "'%s' emitted other tuples on '%s' than expected (%s): - expected, + emitted"
                                .formatted(
                                        output.from(),
                                        output.stream(),
                                        switch (output.match()) {
                                            case EXACT -> "in this order";
                                            case ANY_ORDER -> "in any order";
                                            case CONTAINS -> "among others";
                                        }),
                        difference);
            }
        } catch (UnknownNameException e) {
            throw new IllegalStateException("names were checked", e);
        }
    }

    private static long errorCount(TopologyTestDriver driver) {
        return driver.topology().errorCounts().values().stream().mapToLong(Number::longValue).sum();
    }

    private void compareCounts(TopologyTestDriver driver, TestSuite.Step step, long errorsBefore) {
        step.counts()
                .forEach(
                        (countName, expected) -> {
                            long actual =
                                    switch (countName) {
                                        case "acked" -> driver.acked().size();
                                        case "failed" -> driver.failed().size();
                                        case "pending" -> driver.pending().size();
                                        case "errors" -> errorCount(driver) - errorsBefore;
                                        default -> throw new IllegalStateException(countName);
                                    };
                            if (actual != expected) {
                                fail(
                                        step.position(),
                                        countName
                                                + ": expected "
                                                + expected
                                                + ", there are "
                                                + actual,
                                        errorDetails(driver, countName));
                            }
                        });
    }

    private static List<String> errorDetails(TopologyTestDriver driver, String countName) {
        return countName.equals("errors")
                ? driver.topology().errors().stream()
                        .map(String::valueOf)
                        .limit(MAX_ERRORS)
                        .toList()
                : List.of();
    }

    private void checkFailure(TestSuite.Step step, TopologyFailedException e) {
        String description = e.failure().describe();
        String expectedText = step.fails();
        if (expectedText == null || !description.contains(expectedText)) {
            fail(
                    step.position(),
                    description + (expectedText == null ? "" : "; expected '" + expectedText + "'"),
                    StackTraceText.of(e.failure().cause())
                            .lines()
                            .skip(1)
                            .limit(SuiteRunner.MAX_STACK_LINES)
                            .toList());
        }
    }

    private void fail(LintFinding position, String message, List<String> details) {
        failures.add(SuiteRunner.failure(position, message, details));
    }
}
