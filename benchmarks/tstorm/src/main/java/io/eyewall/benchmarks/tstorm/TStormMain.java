package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.tstorm.topology.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code benchmarks/tstorm-experiments}: repeats the experiments of the T-Storm paper. */
@Command(
        name = "benchmarks/tstorm-experiments",
        description =
                "Repeat T-Storm's experiments on Storm clusters of the laboratory: each topology"
                        + " under Storm's default scheduler, its resource-aware one, and ours. Prints"
                        + " a table and writes a plot of each. As root, with 'ip', 'tc', Redis and"
                        + " PostgreSQL.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class TStormMain implements Callable<Integer> {
    /** The shortest phase; its first 20 seconds are the warm-up. */
    private static final int MIN_SECONDS = 21;

    @Parameters(
            arity = "0..*",
            paramLabel = "TOPOLOGY",
            description = "throughput, words, log (default: all).")
    private List<Workload> workloads = List.of(Workload.values());

    @Option(
            names = "--schedulers",
            paramLabel = "NAME[,NAME...]",
            split = ",",
            description = "storm, ras, eyewall (default: all).")
    private List<Scheduler> schedulers = List.of(Scheduler.values());

    @Option(
            names = "--hosts",
            paramLabel = "N",
            description = "Hosts of the cluster (default: ${DEFAULT-VALUE}).")
    private int hosts = 5;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Of each host; the paper has 4 (default: ${DEFAULT-VALUE}).")
    private int slots = 2;

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            description =
                    "Of executors, workers and messages, relative to the paper's (default: hosts / 10).")
    private double factor;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "Of each host's link, each way (default: ${DEFAULT-VALUE}).")
    private String rate = "40mbit";

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description =
                    "How long executors stay where they are; the first 20 are not counted (default:"
                            + " ${DEFAULT-VALUE}).")
    private int phaseSec = 80;

    @Option(
            names = "--uniform",
            description =
                    "Shuffle groupings choose any task, as in Storm 0.8, not preferably near ones.")
    private boolean uniform;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Folder for logs, times and plots; anything that is there may change.")
    private Path out = Path.of("");

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Option(names = "--home", hidden = true, required = true, description = "Of the checkout.")
    private Path home = Path.of("");

    /** Runs the command; see {@code --help} for the arguments. */
    public static void main(String[] args) {
        System.exit(command(new TStormMain()).execute(args));
    }

    /** Returns the command line, which rejects unknown names before it starts anything. */
    static CommandLine command(TStormMain main) {
        return new CommandLine(main)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(TStormMain::tell);
    }

    /** Prints a laboratory's errors without a stack trace. */
    private static int tell(
            Exception thrown, CommandLine command, CommandLine.@Nullable ParseResult parsed)
            throws Exception {
        if (!(thrown instanceof IOException)) {
            throw thrown;
        }
        command.getErr().println(thrown.getMessage());
        return CommandLine.ExitCode.SOFTWARE;
    }

    private void check() {
        Arguments.atLeast(spec, "--hosts", hosts, 1);
        Arguments.atLeast(spec, "--slots", slots, 1);
        Arguments.atLeast(spec, "--seconds", phaseSec, MIN_SECONDS);
        if (!(factor >= 0)) {
            throw Arguments.wrong(spec, "--scale is " + factor + ", expected more than 0");
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        Setting setting =
                new Setting(
                        new Checkout(home),
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx64m",
                                "-cp",
                                System.getProperty("java.class.path")),
                        Files.createDirectories(out).toAbsolutePath(),
                        hosts,
                        new Scale(factor == 0 ? hosts / 10.0 : factor),
                        slots,
                        rate,
                        phaseSec,
                        !uniform);
        for (Workload workload : workloads) {
            run(setting, workload);
        }
        return 0;
    }

    private void run(Setting setting, Workload workload) throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        for (Scheduler scheduler : schedulers) {
            runs.add(scheduler.run(setting, workload));
        }
        String table = FigureTable.of(runs);
        System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", workload.title(), table);
        Files.writeString(setting.folder().resolve(workload.word() + ".md"), table);
        TimesPlot.write(
                setting.folder().resolve("tstorm-" + workload.word() + ".svg"), workload, runs);
    }
}
