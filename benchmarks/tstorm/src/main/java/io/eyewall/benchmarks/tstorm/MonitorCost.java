package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.scenario.runner.Summary;
import io.eyewall.benchmarks.tstorm.topology.SteadyTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code benchmarks/monitor-cost}: compares the processor use of two workers that process the same
 * number of tuples, one of them with the load monitor. They take turns on one host.
 */
@Command(
        name = "benchmarks/monitor-cost",
        description =
                "What the load monitor costs a worker of a Storm cluster: two workers on one host"
                        + " of the laboratory, one with the monitor, handle as many tuples in turns.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class MonitorCost implements Callable<Integer> {
    private static final String WITH = "with";
    private static final String WITHOUT = "without";
    private static final int LIMIT_S = 120;
    private static final int WARM_UP_MS = 3_000;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Tuples per second (default: ${DEFAULT-VALUE}).")
    private int rate = 100_000;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "Turns of each; one more before is not counted (default: ${DEFAULT-VALUE}).")
    private int rounds = 8;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Of each turn (default: ${DEFAULT-VALUE}).")
    private int seconds = 20;

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Option(names = "--home", hidden = true, required = true, description = "Of the checkout.")
    private Path home = Path.of("");

    /**
     * One turn of one worker.
     *
     * @param cores cores that the worker used
     * @param tuples tuples that it processed per second
     */
    private record Turn(double cores, double tuples) {}

    /** Runs the command; see {@code --help} for the arguments. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new MonitorCost()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Arguments.atLeast(spec, "--rate", rate, SteadyTopology.TUPLES_PER_MESSAGE);
        Arguments.atLeast(spec, "--rounds", rounds, 1);
        Arguments.atLeast(spec, "--seconds", seconds, 1);
        Path folder = Files.createTempDirectory("monitor-cost");
        Path token = Laboratory.token(folder);
        List<String> options =
                List.of(
                        "--hosts=1",
                        "--slots=2",
                        "--network=namespaces",
                        "--generator=" + Laboratory.GENERATOR,
                        "--generator-token-file=" + token,
                        "-c",
                        "worker.heap.memory.mb=512",
                        "-c",
                        "topology.stats.sample.rate=0.05", // Storm's default; the laboratory sets 1
                        "-c",
                        "topology.bolt.wait.progressive.level2.count=0");
        try (Laboratory lab = new Laboratory(new Checkout(home), options)) {
            lab.generate(folder, token);
            for (String name : List.of(WITH, WITHOUT)) {
                submit(lab, folder, name);
            }
            List<Turn> with = new ArrayList<>();
            List<Turn> without = new ArrayList<>();
            for (int i = 0; i <= rounds; i++) {
                Turn on = turn(lab, folder, WITH);
                Turn off = turn(lab, folder, WITHOUT);
                say("%s: with %s, without %s", i == 0 ? "warm" : i, on, off);
                if (i > 0) {
                    with.add(on);
                    without.add(off);
                }
            }
            tell(with, without);
        }
        return 0;
    }

    private void submit(Laboratory lab, Path folder, String name)
            throws IOException, InterruptedException {
        lab.submit(
                SteadyTopology.class,
                List.of(
                        name,
                        folder.resolve(name).toString(),
                        Integer.toString(rate / SteadyTopology.TUPLES_PER_MESSAGE),
                        Boolean.toString(name.equals(WITH))));
        Laboratory.await(LIMIT_S, "acks of " + name, () -> acked(folder, name) > 0);
        lab.must(List.of("storm", "deactivate", name));
    }

    private Turn turn(Laboratory lab, Path folder, String name)
            throws IOException, InterruptedException {
        lab.must(List.of("storm", "activate", name));
        Thread.sleep(WARM_UP_MS);
        ProcessHandle worker = worker(lab, name);
        long fromAcked = acked(folder, name);
        long fromMs = cpuMs(worker);
        long fromNs = System.nanoTime();
        Thread.sleep(seconds * 1_000L);
        double secs = (System.nanoTime() - fromNs) / 1e9;
        Turn turn =
                new Turn(
                        (cpuMs(worker) - fromMs) / 1e3 / secs,
                        (acked(folder, name) - fromAcked)
                                * SteadyTopology.TUPLES_PER_MESSAGE
                                / secs);
        lab.must(List.of("storm", "deactivate", name));
        Thread.sleep(WARM_UP_MS);
        return turn;
    }

    private static ProcessHandle worker(Laboratory lab, String name)
            throws IOException, InterruptedException {
        for (long pid : Laboratory.workers(lab.status(), name + "-")) {
            return ProcessHandle.of(pid)
                    .orElseThrow(() -> new IOException("the worker of " + name + " has ended"));
        }
        throw new IOException(name + " has no worker");
    }

    private static long cpuMs(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow().toMillis();
    }

    private static long acked(Path folder, String name) throws IOException {
        try {
            return Long.parseLong(Files.readString(folder.resolve(name)));
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static void tell(List<Turn> with, List<Turn> without) {
        say("| monitor | cores, median | lowest | highest | tuples/s |");
        say("|---|---|---|---|---|");
        double on = row(WITH, with);
        double off = row(WITHOUT, without);
        say("difference of the medians: %.4f of a core, %.2f%%", on - off, (on / off - 1) * 100);
    }

    /** Prints a row with the cores used in the measured turns; returns their median. */
    private static double row(String name, List<Turn> turns) {
        List<Double> cores = turns.stream().map(Turn::cores).sorted().toList();
        double median = Summary.median(cores);
        say(
                "| %s | %.3f | %.3f | %.3f | %.0f |",
                name,
                median,
                cores.get(0),
                cores.get(cores.size() - 1),
                Summary.median(turns.stream().map(Turn::tuples).toList()));
        return median;
    }

    private static void say(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
