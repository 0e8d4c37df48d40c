package io.eyewall.benchmarks.placed;

import io.eyewall.benchmarks.report.ReportFiles;
import io.eyewall.benchmarks.report.WrongUsage;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import io.eyewall.benchmarks.scenario.runner.Environment;
import io.eyewall.engine.adaptation.CurrentAlgorithm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code benchmarks/placed}: measures placement by traffic while the load changes. */
@Command(
        name = "benchmarks/placed",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Runs scenarios on two cores with each way of placing, and with the best plan that"
                        + " never moves, which is found by trying all. The table goes to stdout,"
                        + " progress to stderr.",
        footer = {
            "",
            "P1 skewed, P2 the hot path flips, P3 overload and relief, P4 a burst between idle times, P5 a bolt"
                    + " that needs more than a core, each way with and without automatic parallelism. A phase's"
                    + " length sets all others: 30 s go with the default period of 5 s.",
            "",
            "Exit codes: 0 all answers right, 1 a wrong answer, 2 wrong usage."
        })
public final class PlacedMain implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Parameters(
            paramLabel = "SCENARIO",
            description = "${COMPLETION-CANDIDATES}; all if none is named.")
    private List<PlacedScenario> scenarios = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "Length of a phase. Default: ${DEFAULT-VALUE}")
    private double seconds;

    @Option(
            names = "--ways",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "affinity,tstorm,round-robin,off",
            description = "How to place. Default: ${DEFAULT-VALUE}")
    private List<String> ways = List.of();

    @Option(
            names = "--virtual",
            description =
                    "On two cores in a time of their own: work takes the time that it says, whatever"
                            + " else this machine does, and each run is the same.")
    private boolean virtual;

    @Mixin private ReportFiles files = new ReportFiles();

    /** Ends with the exit status that the description promises. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        return new CommandLine(new PlacedMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(WrongUsage::report)
                .execute(args);
    }

    @Override
    public Integer call() throws Exception {
        files.check();
        checkWays();
        Tempo tempo = tempo();
        Environment environment =
                Environment.ofThisJvm(Math.round(1e3 * seconds), ClassPaths.ofBuild().directory());
        PlacedRunner runner = new PlacedRunner(tempo, ways, virtual, System.err);
        List<PlacedRunner.Outcome> outcomes = new ArrayList<>();
        for (PlacedScenario one :
                scenarios.isEmpty() ? List.of(PlacedScenario.values()) : scenarios) {
            outcomes.add(runner.run(one));
        }
        files.tables().println(environment.describeMachine());
        PlacedTable.print(outcomes, tempo, files.tables());
        if (files.isJsonPrinted()) {
            System.out.println(PlacedJson.line(environment, tempo, outcomes));
        }
        Path json = files.json();
        if (json != null) {
            PlacedJson.write(json, environment, tempo, outcomes);
        }
        Path html = files.html();
        if (html != null) {
            PlacedPage.write(html, environment, tempo, outcomes);
        }
        return outcomes.stream().allMatch(PlacedRunner.Outcome::isGood) ? 0 : 1;
    }

    private Tempo tempo() {
        try {
            return new Tempo(seconds);
        } catch (IllegalArgumentException e) {
            throw wrong("--seconds: " + e.getMessage());
        }
    }

    private void checkWays() {
        for (String way : ways) {
            if (!CurrentAlgorithm.names(null).contains(way)) {
                throw wrong("--ways: '" + way + "' must be one of " + CurrentAlgorithm.names(null));
            }
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
