package io.eyewall.cli.suite;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.flux.FluxCheck;
import io.eyewall.cli.flux.FluxException;
import io.eyewall.cli.flux.FluxSource;
import io.eyewall.cli.flux.FluxTopology;
import io.eyewall.cli.suite.CaseResult.Failure;
import io.eyewall.cli.suite.CaseResult.Outcome;
import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.temporary.TemporaryFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs the tests of files one after the other, each on a thread of its own with classes of its own.
 * If a test exceeds its time, it fails and no further test runs: the hanging test keeps Storm's
 * clock, of which a process has only one. Used by one thread.
 */
public final class SuiteRunner {
    static final int MAX_STACK_LINES = 20;

    /** The placeholder for an empty folder, which is deleted after the test. */
    static final String FOLDER_PLACEHOLDER = "${test.folder}";

    private final Supplier<? extends ClassLoader> loaders;
    private final Duration limit;
    private boolean hasHangingTest;

    /**
     * Creates a runner.
     *
     * @param loaders creates a class loader with the application and Flux
     * @param limit the real time that a test may take
     */
    public SuiteRunner(Supplier<? extends ClassLoader> loaders, Duration limit) {
        this.loaders = loaders;
        this.limit = limit;
    }

    /** Runs a test and returns its result. */
    public CaseResult run(TestSuite suite, TestSuite.Case test) throws InterruptedException {
        if (hasHangingTest) {
            return new CaseResult(test, Outcome.NOT_RUN, List.of(), 0);
        }
        long startNs = System.nanoTime();
        List<Failure> failures = new ArrayList<>();
        Thread thread = new Thread(() -> runOnThisThread(suite, test, failures), "eyewall-test");
        thread.setDaemon(true); // a hanging test must not keep the process alive
        thread.start();
        thread.join(limit.toMillis());
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        if (thread.isAlive()) {
            hasHangingTest = true;
            Failure hanging =
                    failure(
                            test.position(),
                            "still runs after " + limit.toSeconds() + " s (--timeout); it is in",
                            Stream.of(thread.getStackTrace())
                                    .limit(MAX_STACK_LINES)
                                    .map(f -> "at " + f)
                                    .toList());
            return new CaseResult(test, Outcome.FAILED, List.of(hanging), millis);
        }
        return new CaseResult(
                test, failures.isEmpty() ? Outcome.PASSED : Outcome.FAILED, failures, millis);
    }

    private void runOnThisThread(TestSuite suite, TestSuite.Case test, List<Failure> failures) {
        try (TemporaryFolder folder = TemporaryFolder.make("eyewall-test-")) {
            ClassLoader loader = loaders.get();
            Thread.currentThread().setContextClassLoader(loader);
            Properties properties = new Properties();
            String path = folder.path().toString();
            test.properties()
                    .forEach(
                            (key, value) ->
                                    properties.put(key, value.replace(FOLDER_PLACEHOLDER, path)));
            FluxSource source = new FluxSource(loader, properties, false);
            FluxCheck check = FluxCheck.check(source, suite.topology(), false);
            FluxTopology built = FluxTopology.build(source, suite.topology(), false, check);
            failures.addAll(new CaseRun(built, test).run());
        } catch (FluxException e) {
            failures.add(new Failure(e.finding(), List.of()));
        } catch (IOException | RuntimeException | LinkageError | AssertionError e) {
            failures.add(
                    failure(
                            test.position(),
                            String.valueOf(StackTraceText.headlineOf(e)),
                            StackTraceText.of(e).lines().skip(1).limit(MAX_STACK_LINES).toList()));
        }
    }

    /** Returns a failure at a position in the file. */
    static Failure failure(LintFinding position, String message, List<String> details) {
        return new Failure(
                new LintFinding(
                        position.file(),
                        position.line(),
                        position.column(),
                        position.severity(),
                        message),
                details);
    }
}
