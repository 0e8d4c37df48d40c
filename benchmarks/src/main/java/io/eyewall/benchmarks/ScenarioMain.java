package io.eyewall.benchmarks;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.runner.ChildLauncher;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import io.eyewall.benchmarks.scenario.runner.Environment;
import io.eyewall.benchmarks.scenario.runner.JvmPlan;
import io.eyewall.benchmarks.scenario.runner.ResultJson;
import io.eyewall.benchmarks.scenario.runner.ResultTable;
import io.eyewall.benchmarks.scenario.runner.RunPlan;
import io.eyewall.benchmarks.scenario.runner.RunResult;
import io.eyewall.benchmarks.scenario.runner.ScenarioRunner;
import io.eyewall.benchmarks.scenario.runner.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The command behind {@code benchmarks/run}: measures systems side by side and prints a table.
 *
 * <p>Exit status: 0 if every run gave a right answer, 1 if one did not or could not start, 2 if the
 * options are wrong.
 */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs scenarios on systems, each in a fresh JVM, taking turns; prints medians and"
                        + " ratios. The table goes to stdout, progress to stderr. Quote ratios from"
                        + " one run, on a quiet machine, with --long; the defaults are for a quick"
                        + " look.")
public final class ScenarioMain implements Callable<Integer> {
    private static final double LONG_WARMUP_SEC = 15;
    private static final double LONG_WINDOW_SEC = 20;

    @Option(
            names = "--scenarios",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "w1,w1-acked,w3,w3-acked",
            description =
                    "<work>[-p2][-acked] with work w1 or w3; or all. Default: ${DEFAULT-VALUE}")
    private List<String> scenarios = List.of();

    @Option(
            names = "--systems",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "loop,pipe,exchange,storm,storm-tuned,eyewall",
            description = "eyewall also as eyewall@<cores>. Default: ${DEFAULT-VALUE}")
    private List<String> systems = List.of();

    @Option(
            names = "--warmup",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "From the first counted unit to the window. Default: ${DEFAULT-VALUE}")
    private double warmupSec;

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "Measured time. Default: ${DEFAULT-VALUE}")
    private double windowSec;

    @Option(
            names = "--long",
            description = "The protocol for numbers to keep: warm-up 15 s, window 20 s.")
    private boolean longProtocol;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Measurements of each pair. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--gc",
            defaultValue = "PARALLEL",
            description =
                    "Collector of all systems: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private JvmPlan.Collector collector = JvmPlan.Collector.PARALLEL;

    @Option(
            names = "--heap",
            defaultValue = "2g",
            description = "-Xmx of all systems. Default: ${DEFAULT-VALUE}")
    private String heap = "2g";

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description = "One more JVM argument for all systems; may be repeated.")
    private List<String> jvmArguments = List.of();

    @Option(
            names = "--java",
            paramLabel = "PATH",
            description = "The java command to measure. Default: the one running this.")
    private @Nullable String java;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write everything as JSON.")
    private @Nullable Path json;

    /** Runs the command and exits with its status. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ScenarioMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(ScenarioMain::report);
    }

    /** What the user can mend gets a message, the rest its stack trace from picocli. */
    private static int report(Exception e, CommandLine command, ParseResult parsed)
            throws Exception {
        if (!(e instanceof IOException)) {
            throw e;
        }
        command.getErr().println(e.getMessage());
        return 1;
    }

    @Override
    public Integer call() throws Exception {
        RunPlan plan = plan();
        ClassPaths classPaths = ClassPaths.ofBuild();
        for (Peer peer : plan.peers()) {
            classPaths.of(peer.kind().family()); // fails now rather than after an hour
        }
        Environment environment = Environment.capture(plan, classPaths.directory());
        ChildLauncher launcher = new ChildLauncher(classPaths, plan.jvm());
        List<RunResult> results = new ScenarioRunner(launcher, System.err).run(plan);
        Summary summary = new Summary(results);
        ResultTable.print(environment, summary, System.out);
        if (json != null) {
            ResultJson.write(json, environment, summary, results);
        }
        return results.stream().allMatch(RunResult::isGood) ? 0 : 1;
    }

    /** Turns the options into a plan; a wrong one ends the command with status 2. */
    private RunPlan plan() {
        try {
            List<Scenario> chosen =
                    scenarios.equals(List.of("all"))
                            ? Scenario.all()
                            : scenarios.stream().map(Scenario::parse).toList();
            List<Peer> peers = systems.stream().map(Peer::parse).toList();
            RunPlan plan =
                    new RunPlan(
                            chosen,
                            peers,
                            Math.round(1e3 * (longProtocol ? LONG_WARMUP_SEC : warmupSec)),
                            Math.round(1e3 * (longProtocol ? LONG_WINDOW_SEC : windowSec)),
                            rounds,
                            new JvmPlan(javaCommand(), collector, heap, jvmArguments));
            if (plan.steps().isEmpty()) {
                throw new IllegalArgumentException(
                        "none of the systems "
                                + systems
                                + " can run any of the scenarios "
                                + scenarios
                                + "; hand-written systems have no acks, and "
                                + PeerKind.PIPE.id()
                                + " and "
                                + PeerKind.EXCHANGE.id()
                                + " need -p2");
            }
            return plan;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(commandLine(), e.getMessage(), e);
        }
    }

    private String javaCommand() {
        return java != null
                ? java
                : Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
