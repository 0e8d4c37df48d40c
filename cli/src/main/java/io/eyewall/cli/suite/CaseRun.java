package io.eyewall.cli.suite;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.flux.FluxTopology;
import io.eyewall.cli.suite.CaseResult.Failure;
import io.eyewall.cli.suite.Declared.UnknownNameException;
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
    private final FluxTopology built;
    private final TestSuite.Case test;
    private final Declared declared;
    private final List<Failure> failures = new ArrayList<>();

    CaseRun(FluxTopology built, TestSuite.Case test) {
        this.built = built;
        this.test = test;
        this.declared = new Declared(built.topology());
    }

    /**
     * Checks the names that the test uses, then runs the test.
     *
     * @return the expectations that were not met
     */
    List<Failure> run() {
        Set<String> fed = fedSpouts();
        StormTopology topology = withStubs();
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
                if (!run(driver, step, fed)) {
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
        fed.removeIf(id -> id.startsWith("$"));
        for (String own : test.ownSpouts()) {
            if (!fed.remove(own)) {
                fail(
                        test.place(),
                        "ownSpouts: no spout '"
                                + own
                                + "'; there are "
                                + new TreeSet<>(built.topology().get_spouts().keySet()),
                        List.of());
            }
        }
        return fed;
    }

    private StormTopology withStubs() {
        StormTopology topology = built.topology().deepCopy();
        for (String stub : test.stubs()) {
            Bolt bolt = topology.get_bolts().get(stub);
            if (bolt == null) {
                fail(
                        test.place(),
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
                attempt(
                        input.place(),
                        input.tuples(),
                        declaredOf(input.place(), input.from(), input.stream()),
                        List.of(),
                        fed.contains(input.from()) || !test.ownSpouts().contains(input.from()));
            }
            for (TestSuite.Output output : step.outputs()) {
                attempt(
                        output.place(),
                        output.tuples(),
                        declaredOf(output.place(), output.from(), output.stream()),
                        output.fields(),
                        false);
            }
        }
    }

    private @Nullable List<String> declaredOf(LintFinding place, String component, String stream) {
        try {
            return declared.fields(component, stream);
        } catch (UnknownNameException e) {
            fail(place, String.valueOf(e.getMessage()), List.of());
            return null;
        }
    }

    private void attempt(
            LintFinding place,
            List<TestSuite.Row> rows,
            @Nullable List<String> fields,
            List<String> listed,
            boolean whole) {
        if (fields == null) {
            return;
        }
        for (TestSuite.Row row : rows) {
            try {
                Declared.named(fields, listed, row);
                if (whole) {
                    Declared.all(fields, row);
                }
            } catch (UnknownNameException e) {
                fail(row.place(), String.valueOf(e.getMessage()), List.of());
            }
        }
        if (rows.isEmpty() && whole) {
            fail(place, "an input without tuples", List.of());
        }
    }

    /**
     * Runs one step.
     *
     * @return whether the topology is still running
     */
    private boolean run(TopologyTestDriver driver, TestSuite.Step step, Set<String> fed) {
        driver.clear();
        long errorsBefore = errors(driver);
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
                    step.place(),
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
                @Nullable Object[] values = Declared.all(fields, row).toArray();
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
                expected.add(Declared.named(fields, output.fields(), row));
            }
            List<List<Object>> actual = driver.values(output.from(), output.stream());
            List<String> difference =
                    new TupleDiff(fields, expected, actual).compare(output.match());
            if (!difference.isEmpty()) {
                fail(
                        output.place(),
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

    private static long errors(TopologyTestDriver driver) {
        return driver.topology().errorCounts().values().stream().mapToLong(Number::longValue).sum();
    }

    private void compareCounts(TopologyTestDriver driver, TestSuite.Step step, long errorsBefore) {
        step.counts()
                .forEach(
                        (what, expected) -> {
                            long actual =
                                    switch (what) {
                                        case "acked" -> driver.acked().size();
                                        case "failed" -> driver.failed().size();
                                        case "pending" -> driver.pending().size();
                                        case "errors" -> errors(driver) - errorsBefore;
                                        default -> throw new IllegalStateException(what);
                                    };
                            if (actual != expected) {
                                fail(
                                        step.place(),
                                        what + ": expected " + expected + ", there are " + actual,
                                        reported(driver, what));
                            }
                        });
    }

    private static List<String> reported(TopologyTestDriver driver, String what) {
        return what.equals("errors")
                ? driver.topology().errors().stream().map(String::valueOf).limit(5).toList()
                : List.of();
    }

    private void checkFailure(TestSuite.Step step, TopologyFailedException e) {
        String said = e.failure().describe();
        String wanted = step.fails();
        if (wanted == null || !said.contains(wanted)) {
            fail(
                    step.place(),
                    said + (wanted == null ? "" : "; expected '" + wanted + "'"),
                    StackTraceText.of(e.failure().cause()).lines().skip(1).limit(20).toList());
        }
    }

    private void fail(LintFinding place, String message, List<String> details) {
        failures.add(SuiteRunner.failure(place, message, details));
    }
}
