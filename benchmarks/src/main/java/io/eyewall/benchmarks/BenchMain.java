package io.eyewall.benchmarks;

import io.eyewall.benchmarks.report.HtmlReport;
import io.eyewall.benchmarks.report.ReportFiles;
import io.eyewall.benchmarks.report.WrongUsage;
import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerSelection;
import io.eyewall.benchmarks.scenario.ScenarioSelection;
import io.eyewall.benchmarks.scenario.runner.ChildLauncher;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import io.eyewall.benchmarks.scenario.runner.Environment;
import io.eyewall.benchmarks.scenario.runner.JvmPlan;
import io.eyewall.benchmarks.scenario.runner.ResultJson;
import io.eyewall.benchmarks.scenario.runner.ResultTable;
import io.eyewall.benchmarks.scenario.runner.RunPlan;
import io.eyewall.benchmarks.scenario.runner.RunResult;
import io.eyewall.benchmarks.scenario.runner.ScenarioRunner;
import io.eyewall.benchmarks.scenario.runner.StormMcTables;
import io.eyewall.benchmarks.scenario.runner.Summary;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall bench}: measures systems side by side and prints a table. The command starts it in
 * a class loader of its own, see {@code BenchCommand} there.
 *
 * <p>Exit status: 0 if every run gave a right answer, 1 if one did not or could not start, 2 if the
 * options are wrong.
 */
@Command(
        name = "eyewall bench",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Runs scenarios on systems, each in a fresh JVM, taking turns; prints medians and"
                        + " ratios. The table goes to stdout, progress to stderr. Quote ratios from"
                        + " one run, on a quiet machine, with --long; the defaults are for a quick"
                        + " look.",
        footer = {
            "",
            "Works: w1 word count, w2 rolling sort, w3 throughput (w3-10k: with 10 KB), w1-cut"
                    + " w3-cut the count on the other one of two cores, w4-1 w4-3 w4-10 chains,"
                    + " w5-out w5-in fans, w6 latency at a fixed rate, w7-3 w7-100 w7-1000"
                    + " w7-10000 many executors, w8 a shuffled chain, e1 emails, m1 word count"
                    + " with a child process, p1 p1-batch n1 n1-child the same in Python and C++,"
                    + " idle what doing nothing costs.",
            "",
            "Exit codes: 0 all answers right, 1 a wrong answer or a system that failed, 2 wrong"
                    + " usage."
        })
public final class BenchMain implements Callable<Integer> {
    private static final double LONG_WARMUP_SEC = 15;
    private static final double LONG_WINDOW_SEC = 20;
    private static final double SHORT_SEC = 3;
    private static final double SHORTEST_WINDOW_SEC = 0.01;
    private static final double LONGEST_SEC = 86_400;

    private static final List<String> SCENARIOS = List.of("w1-both", "w3-both");
    private static final List<String> PEERS = List.of("hand", "storm");

    @SuppressWarnings("UnusedVariable") // picocli reads it by reflection
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean help;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Parameters(
            paramLabel = "SCENARIO",
            description =
                    "<work>[-p<parallelism>][-acked]; a work of several sizes such as w4;"
                            + " native, the word counts in all languages;"
                            + " <work>-both for unacked and acked; or all. Default: w1-both"
                            + " w3-both")
    private List<String> scenarios = List.of();

    @Option(
            names = "--storm-mc",
            description =
                    "Also print the tables 5.1 to 5.6 of the Storm-MC report in their shape; the"
                            + " scenarios are w1 e1 w2, the peer storm-default, the parallelism"
                            + " 1,2,4,10 unless told otherwise.")
    private boolean stormMc;

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Systems beside eyewall: hand (or its parts loop, pipe, exchange),"
                            + " exchange-lists, exchange-tuples, storm, storm-default, flink, jet,"
                            + " eyewall@<cores>. Default: hand,storm")
    private List<String> peers = List.of();

    @Option(
            names = "--parallelism",
            split = ",",
            paramLabel = "N",
            description =
                    "Of every component, for scenarios that say none; eyewall gets as many cores,"
                            + " if the machine has them."
                            + " Default: 1")
    private List<Integer> parallelisms = List.of();

    @Option(
            names = "--warmup",
            paramLabel = "SECONDS",
            description = "From the first counted unit to the window. Default: 3, with --long 15")
    private @Nullable Double warmupSec;

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            description = "Measured time. Default: 3, with --long 20")
    private @Nullable Double windowSec;

    @Option(
            names = "--long",
            description = "The protocol for numbers to keep: warm-up 15 s, window 20 s.")
    private boolean longProtocol;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Measurements of each pair; with 10 the table shows how far fresh JVMs differ."
                            + " Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--gauge",
            description =
                    "Measure a hand-written program (exchange, pipe or loop) before and after each"
                            + " round, show rates as multiples of that, and repeat rounds, twice at"
                            + " most, in which it has changed by more than a tenth: for hosts that"
                            + " are shared. Takes a measurement more per round.")
    private boolean gauged;

    @Option(
            names = "--gc",
            paramLabel = "NAME",
            defaultValue = "PARALLEL",
            description =
                    "Collector of all systems: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private JvmPlan.Collector collector = JvmPlan.Collector.PARALLEL;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
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

    @Mixin private ReportFiles files = new ReportFiles();

    /**
     * Runs the command. Called by name from the {@code eyewall} command.
     *
     * @return the exit status
     */
    public static int run(String[] args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(WrongUsage::report)
                .setExecutionExceptionHandler(BenchMain::report);
    }

    /**
     * Reports errors that the user can fix with a message; picocli prints a stack trace for the
     * rest.
     */
    private static int report(Exception e, CommandLine command, ParseResult parsed)
            throws Exception {
        if (!(e instanceof IOException)) {
            throw e;
        }
        String what = e instanceof FileSystemException ? e.toString() : e.getMessage();
        command.getErr().println("eyewall: " + what);
        return 1;
    }

    @Override
    public Integer call() throws Exception {
        RunPlan plan = plan();
        files.check();
        ClassPaths classPaths = ClassPaths.ofBuild();
        for (Peer peer : plan.peers()) {
            classPaths.of(peer.kind().family()); // fails now rather than after an hour
        }
        Environment environment = Environment.capture(plan, classPaths.directory());
        ChildLauncher launcher = new ChildLauncher(classPaths, plan.jvm());
        List<RunResult> results =
                new ScenarioRunner(launcher, System.err)
                        .run(plan, soFar -> writeFiles(environment, soFar));
        Summary summary = new Summary(results);
        ResultTable.print(environment, summary, files.tables());
        if (stormMc) {
            StormMcTables.print(summary, files.tables());
        }
        writeFiles(environment, results);
        if (files.isJsonPrinted()) {
            System.out.println(ResultJson.line(environment, summary, results));
        }
        return results.stream().allMatch(RunResult::isGood) ? 0 : 1;
    }

    /**
     * Writes the result files after each scenario, so that an aborted run of hours leaves its
     * measurements.
     */
    private void writeFiles(Environment environment, List<RunResult> results) throws IOException {
        Summary summary = new Summary(results);
        Path json = files.json();
        if (json != null) {
            ResultJson.write(json, environment, summary, results);
        }
        Path html = files.html();
        if (html != null) {
            HtmlReport.write(html, environment, summary);
        }
    }

    /** Turns the options into a plan; a wrong option ends the command with status 2. */
    private RunPlan plan() throws InterruptedException {
        try {
            if (rounds < 1) {
                throw new IllegalArgumentException("--rounds: expected at least 1, was " + rounds);
            }
            JvmPlan jvm = new JvmPlan(javaCommand(), collector, heap, jvmArguments);
            jvm.check();
            return new RunPlan(
                    ScenarioSelection.of(
                            orElse(scenarios, stormMc ? StormMcTables.SCENARIOS : SCENARIOS),
                            orElse(
                                    parallelisms,
                                    stormMc ? StormMcTables.PARALLELISMS : List.of(1))),
                    PeerSelection.of(orElse(peers, stormMc ? StormMcTables.PEERS : PEERS)),
                    millis("--warmup", warmupSec, LONG_WARMUP_SEC, 0),
                    millis("--window", windowSec, LONG_WINDOW_SEC, SHORTEST_WINDOW_SEC),
                    rounds,
                    gauged,
                    jvm);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the value of an option, or the protocol's default. */
    private long millis(String option, @Nullable Double given, double ofLong, double leastSec) {
        double seconds = given != null ? given : longProtocol ? ofLong : SHORT_SEC;
        if (seconds >= leastSec && seconds <= LONGEST_SEC) { // rejects NaN, too
            return Math.round(1e3 * seconds);
        }
        throw new IllegalArgumentException(
                String.format(
                        Locale.ROOT,
                        "%s: expected %s to %.0f seconds, was %s",
                        option,
                        leastSec,
                        LONGEST_SEC,
                        seconds));
    }

    private static <T> List<T> orElse(List<T> told, List<T> otherwise) {
        return told.isEmpty() ? otherwise : told;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    private String javaCommand() {
        return java != null
                ? java
                : Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
